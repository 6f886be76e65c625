import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAgent } from "#contract/agents/agents.ts";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { createTeamApiKey } from "#contract/teams/api-keys.ts";
import {
  exportOrgInsights,
  getOrgInsightsHeadline,
  getOrgInsightsMetrics,
  getOrgInsightsUsageChart,
  granularities,
  mostTeamPeriods,
} from "#contract/teams/insights.ts";
import { isoInstant, newId } from "#server/platform/db/columns.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { headlineOf, teamsUpTo } from "./insights.store.ts";
import { periodsOf } from "#server/platform/periods.ts";
import { proves } from "#server/testing/proves.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-20T10:07:00.000Z");
const iso = (at: number) => new Date(at).toISOString();

/** None that a worker takes up. */
const statuses = ["not_started", "waiting", "completed", "failed", "interrupted"];

let service: TestService;
let agents: string[];
beforeAll(async () => {
  service = await startService({ clock: () => new Date(now) });
  agents = [await agent(), await agent(service.neighbourTeamId), await agent(service.strangerTeamId)];
  await plant(1_500);
});
afterAll(() => service.close());

async function agent(teamId = service.teamId): Promise<string> {
  const id = newId();
  await service.pool.query("insert into agents (id, team_id, name, type) values ($1, $2, 'Agent', 'agent')", [id, teamId]);
  return id;
}

/** Runs of three teams over more than a year, many of them about the hours at which clocks jump. */
async function plant(count: number): Promise<void> {
  await service.pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at)
     select gen_random_uuid(), a.team_id, a.id, a.id, (array[$3, $4, null]::uuid[])[1 + n % 3], ($5::text[])[1 + n % $6::int],
       (array['scheduling', 'api', 'schedule'])[1 + n % 3], 'Run', n,
       date_trunc('milliseconds', case when n % 4 = 0 then timestamptz '2026-03-29 01:00Z' + interval '20 minutes' * (n % 97 - 48)
         else $2::timestamptz - interval '1 hour' * (n * 7.3 % 9600) end)
     from generate_series(1, $1::int) n join unnest($7::uuid[]) with ordinality g(id, i) on g.i = 1 + (n / 5) % 3 join agents a on a.id = g.id`,
    [count, iso(now), service.ids.owner, service.ids.member, statuses, statuses.length, agents],
  );
}

interface Row {
  team_id: string;
  agent_id: string;
  user_id: string | null;
  status: string;
  source: string;
  created_at: string;
}

/** The runs of the organization in a window, one by one. */
async function counted(start: string, end: string): Promise<Row[]> {
  const { rows } = await service.pool.query<Row>(
    "select r.* from runs r join teams t on t.id = r.team_id where t.organization_id = $1 and r.created_at >= $2 and r.created_at < $3",
    [service.organizationId, start, end],
  );
  return rows;
}

const params = () => ({ orgId: service.organizationId });
const as = { as: "director" } as const;
const headline = async (query: { startDate?: string; endDate?: string } = {}) =>
  (await service.ok(getOrgInsightsHeadline, { params: params(), query }, as)).headline;
const metrics = (query: Parameters<typeof service.ok<typeof getOrgInsightsMetrics>>[1]["query"] = {}) =>
  service.ok(getOrgInsightsMetrics, { params: params(), query }, as);

/** All that the figures say about a window, beside what counting its runs one by one says. */
async function agrees(startDate: string, endDate: string, granularity: (typeof granularities)[number], timezone: string): Promise<void> {
  const rows = await counted(startDate, endDate);
  const of = (status: string, among: readonly Pick<Row, "status">[] = rows) => among.filter((row) => row.status === status).length;
  const ended = of("completed") + of("failed");
  expect(await headline({ startDate, endDate })).toEqual({
    total_runs: rows.length,
    completed_runs: of("completed"),
    failed_runs: of("failed"),
    success_rate: ended === 0 ? null : of("completed") / ended,
    active_agents: new Set(rows.map((row) => row.agent_id)).size,
    active_users: new Set(rows.flatMap((row) => row.user_id ?? [])).size,
    start_date: startDate,
    end_date: endDate,
    truncated: false,
    aggregated_teams: 2,
    total_teams: 2,
  });
  const byTeam = await metrics({ startDate, endDate });
  expect(
    byTeam.teams.map(({ team_id, total_runs, completed_runs, failed_runs, total_jobs, completed_jobs, failed_jobs }) => [
      team_id,
      total_runs,
      completed_runs,
      failed_runs,
      total_jobs,
      completed_jobs,
      failed_jobs,
    ]),
  ).toEqual(
    [service.neighbourTeamId, service.teamId].map((id) => {
      const own = rows.filter((row) => row.team_id === id);
      const jobs = own.filter((row) => row.source === "scheduling");
      return [id, own.length, of("completed", own), of("failed", own), jobs.length, of("completed", jobs), of("failed", jobs)];
    }),
  );
  const agentsOf = [...Map.groupBy(rows, (row) => `${row.team_id} ${row.agent_id}`).values()];
  expect(
    byTeam.most_failures.map(({ team_id, agent_id, failed_runs, total_runs }) => [team_id, agent_id, failed_runs, total_runs]),
  ).toEqual(
    agentsOf
      .map((own) => [own[0]?.team_id, own[0]?.agent_id, of("failed", own), own.length] as const)
      .filter(([, , failed]) => failed > 0)
      .toSorted(([, , a, all], [, , b, others]) => b - a || all - others),
  );
  const query = { startDate, endDate, granularity, timezone };
  const { buckets } = await service.ok(getOrgInsightsUsageChart, { params: params(), query }, as);
  const periods = periodsOf({ start: startDate, end: endDate }, granularity, timezone);
  const placed = rows.map(({ source, status, team_id, created_at }) => ({
    label: periods.findLast(({ start }) => start <= isoInstant(created_at))?.label,
    scheduled: source === "scheduling",
    status,
    team_id,
  }));
  const found = Map.groupBy(placed, ({ label }) => label);
  expect(buckets).toEqual(
    periods.map(({ label }) => {
      const all = found.get(label) ?? [];
      const jobs = all.filter((row) => row.scheduled).length;
      const [completed_runs, failed_runs] = [of("completed", all), of("failed", all)];
      return {
        period: label,
        total_runs: all.length,
        scheduled_runs: jobs,
        on_demand_runs: all.length - jobs,
        completed_runs,
        failed_runs,
      };
    }),
  );
  if (periods.length > mostTeamPeriods) {
    const error = await service.fails(getOrgInsightsMetrics, { params: params(), query }, "invalid_request", as);
    expect(JSON.stringify(error)).toContain("use a longer one, or a shorter window");
    return;
  }
  const parts = await metrics(query);
  expect(parts.periods).toEqual(periods.map(({ label }) => label));
  for (const { team_id, runs_by_period, failed_by_period } of parts.teams) {
    const own = periods.map(({ label }) => (found.get(label) ?? []).filter((row) => row.team_id === team_id));
    expect(runs_by_period).toEqual(own.map(({ length }) => length));
    expect(failed_by_period).toEqual(own.map((each) => of("failed", each)));
  }
}

it("agree with the runs counted one by one, in any window and zone", async () => {
  const instant = fc.integer({ min: now - 365 * day, max: now }).map(iso);
  await proves(
    fc.asyncProperty(
      fc.tuple(instant, instant).map((pair) => pair.toSorted() as [string, string]),
      fc.constantFrom(...granularities),
      fc.constantFrom(
        "UTC",
        "Europe/Berlin",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "Pacific/Chatham",
        "America/St_Johns",
        "Africa/Cairo",
      ),
      async ([start, end], granularity, zone) => agrees(start, end, granularity, zone),
    ),
    { numRuns: 25 },
  );
  await agrees(iso(now - 365 * day), iso(now), "day", "Asia/Kathmandu");
});

describe("a window", () => {
  const ends = async (query: { startDate?: string; endDate?: string }) => {
    const { start_date, end_date } = await headline(query);
    return [start_date, end_date];
  };

  it("has 30 days, for teams 7, unless it is asked for", async () => {
    expect(await ends({})).toEqual([iso(now - 30 * day), iso(now)]);
    expect(await metrics()).toMatchObject({ start_date: iso(now - 7 * day), end_date: iso(now) });
  });

  it("reaches back 365 days and ends now, whatever is asked for", async () => {
    expect(await ends({ startDate: "2001-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00+02:00" })).toEqual([
      iso(now - 365 * day),
      iso(now),
    ]);
  });

  it("is empty where it would end before it starts", async () => {
    const start = "2026-11-01T00:00:00.000Z";
    expect(await ends({ startDate: start, endDate: "2026-10-01T00:00:00Z" })).toEqual([start, start]);
    expect(await ends({ startDate: "2030-01-01T00:00:00Z" })).toEqual([iso(now), iso(now)]);
    const query = { startDate: start, endDate: start, granularity: "day" as const };
    expect(await service.ok(getOrgInsightsUsageChart, { params: params(), query }, as)).toMatchObject({ buckets: [] });
    expect(await headline({ startDate: start, endDate: start })).toMatchObject({ total_runs: 0, success_rate: null });
  });

  it("has days of a time zone that exists", async () => {
    const query = { startDate: iso(now - day), endDate: iso(now), granularity: "day" as const, timezone: "Mars/Olympus" };
    await service.fails(getOrgInsightsUsageChart, { params: params(), query }, "invalid_request", as);
  });
});

it("leave as a file of the teams that are looked for, in the order that is looked at", async () => {
  const body = { search: "TEAM", sort: "team_name" as const, order: "desc" as const, columns: ["team" as const, "runs" as const] };
  const file = await service.ok(exportOrgInsights, { params: params(), body }, as);
  const [neighbour, own] = (await metrics()).teams;
  const lines = [own, neighbour].map((team) => `${team?.team_id},${team?.team_name},${team?.total_runs}`);
  expect(file.replace("\uFEFF", "").trim().split("\r\n")).toEqual(["id,team,runs", ...lines]);
});

it("are for administrators of the organization, with a key for all of its teams", async () => {
  for (const person of ["owner", "member", "neighbour"] as const)
    await service.fails(getOrgInsightsHeadline, { params: params() }, "forbidden", { as: person });
  await service.fails(getOrgInsightsHeadline, { params: params() }, "not_found", { as: "stranger" });
  const { key } = await service.ok(createTeamApiKey, { params: { teamId: service.teamId }, body: { name: "One team" } }, as);
  await service.fails(getOrgInsightsMetrics, { params: params() }, "forbidden", { as: { key } });
});

it("keep the runs of an agent that is deleted or moved, each with its team", async () => {
  const { id } = await agentWith(service, scripted("say Done"));
  await service.pool.query(
    `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, created_at)
     select gen_random_uuid(), $1, $2, $2, 'completed', 'scheduling', 'Run', n, $3::timestamptz - interval '1 hour' from generate_series(1, 3) n`,
    [service.teamId, id, iso(now)],
  );
  const of = async (teamId: string) => (await metrics()).teams.find(({ team_id }) => team_id === teamId);
  const [before, here, there] = [await headline(), await of(service.teamId), await of(service.neighbourTeamId)];
  await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:owner')", [
    service.neighbourTeamId,
    service.ids.owner,
  ]);
  await service.ok(moveAgent, { params: { agent_id: id }, body: { target_team_id: service.neighbourTeamId } });
  expect(await headline()).toEqual(before);
  expect(await of(service.teamId)).toMatchObject({
    total_jobs: (here?.total_jobs ?? 0) - 3,
    assignment_count: (here?.assignment_count ?? 0) - 1,
  });
  expect(await of(service.neighbourTeamId)).toMatchObject({
    completed_jobs: (there?.completed_jobs ?? 0) + 3,
    assignment_count: (there?.assignment_count ?? 0) + 1,
  });
  await service.ok(deleteAgent, { params: { agent_id: id } });
  expect(await headline()).toEqual(before);
  expect(await of(service.neighbourTeamId)).toMatchObject({ assignment_count: there?.assignment_count });
});

it("count no run that is gone", async () => {
  const before = await headline();
  const { rowCount } = await service.pool.query("delete from runs where team_id = $1 and created_at > $2", [
    service.teamId,
    iso(now - 30 * day),
  ]);
  expect((await headline()).total_runs).toBe(before.total_runs - (rowCount ?? 0));
});

it("say so where an organization has more teams than they are of", async () => {
  const { db } = service.app.services.store;
  const teams = await teamsUpTo(db, service.organizationId, 1);
  expect(teams).toMatchObject({ total: 2 });
  const { rows } = await service.pool.query("select count(*)::int as n from runs where team_id = any($1)", [teams.ids]);
  const window = { start: "2000-01-01T00:00:00.000Z", end: "2100-01-01T00:00:00.000Z" };
  expect(await headlineOf(db, teams, window)).toMatchObject({ total_runs: rows[0]?.n });
});
