import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentException, HealthGroup } from "#contract/agents/agent-health.ts";
import { exportAgents } from "#contract/agents/agent-export.ts";
import { createAgent, listAgents, updateAgent } from "#contract/agents/agents.ts";
import type { Config } from "#contract/agents/config.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { type CallOptions, startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const config = (input: Extract<Config["data"], { model: string }>["input"]): Config => ({
  version: "v1",
  data: { model: "scripted", input },
});
const as: CallOptions = { as: "neighbour" };
const inTeam = () => ({ teamId: service.neighbourTeamId });
const list = (query: object = {}, options = as) =>
  service.ok(listAgents, { params: inTeam(), query: { health: "any", ...query } }, options);

/** Runs of an agent, each so many hours ago. */
async function ran(agentId: string, status: string, hours: readonly number[], user = service.ids.neighbour): Promise<void> {
  await service.pool.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at, next_attempt_at)
     select gen_random_uuid(), $1, $2, (select id from revisions where agent_id = $2 limit 1), $3, $4, 'api', 'Work', n,
       date_trunc('milliseconds', now()) - make_interval(hours => h), now() + interval '1 hour'
     from unnest($5::int[]) with ordinality t(h, n)`,
    [service.neighbourTeamId, agentId, user, status, hours],
  );
}

const agents: Record<string, { id: string; buildId: string }> = {};
async function make(name: string, input: Parameters<typeof config>[0] = "Say hello."): Promise<string> {
  const { agent, build } = await service.ok(
    createAgent,
    { params: inTeam(), body: { name, build: { name: "First", config: config(input) } } },
    as,
  );
  agents[name] = { id: agent.id, buildId: build?.id ?? "" };
  return agent.id;
}
const hours = (count: number, from = 1) => Array.from({ length: count }, (_, at) => at + from);

describe("the list by health", () => {
  const expected: [name: string, group: HealthGroup, exceptions: AgentException[]][] = [
    ["Failing", "attention", ["failing", "fails_often"]],
    ["Often", "attention", ["fails_often"]],
    ["Waiting", "attention", ["waits"]],
    ["Reviewed", "attention", ["review"]],
    ["Rarely", "healthy", []],
    ["Steady", "healthy", []],
    ["Long ago", "idle", []],
    ["Empty", "idle", ["not_live"]],
  ];

  beforeAll(async () => {
    await service.ok(createAgent, { params: inTeam(), body: { name: "Empty" } }, as);
    await ran(await make("Long ago"), "failed", [24 * 30 + 1]);
    await ran(await make("Steady"), "completed", hours(3));
    const rarely = await make("Rarely");
    await ran(rarely, "completed", hours(97));
    await ran(rarely, "failed", hours(3, 2));
    await make("Reviewed");
    await service.ok(
      generateRevision,
      { params: { build_id: agents["Reviewed"]?.buildId ?? "" }, body: { prompt: "set instructions\nBetter" } },
      as,
    );
    const failing = await make("Failing");
    await ran(failing, "failed", [2, 3, 40]);
    await ran(failing, "completed", [30]);
    const often = await make("Often");
    await ran(often, "completed", hours(96));
    await ran(often, "failed", hours(3, 2));
    const waiting = await make("Waiting");
    await ran(waiting, "completed", [5]);
    await ran(waiting, "waiting", [24 * 40, 1]);
  });

  const told = async (query?: object, options?: CallOptions) =>
    (await list(query, options)).agents.map(({ name, health }) => [name, health?.group, health?.exceptions]);

  test("says of each agent what is wrong, the worst first, and within a group as ever", async () => {
    await expect.poll(() => told(), { timeout: 20_000 }).toEqual(expected);
    expect((await list()).health).toEqual({ attention: 4, healthy: 2, idle: 2 });
    const { id = "" } = agents["Steady"] ?? {};
    await service.ok(updateAgent, { params: { agent_id: id }, body: { pinned: true } }, as);
    expect((await told()).map(([name]) => name).slice(4, 6)).toEqual(["Steady", "Rarely"]);
    await service.ok(updateAgent, { params: { agent_id: id }, body: { pinned: false } }, as);
  });

  test("is paged over all groups, and counts them from every page", async () => {
    const pages = [0, 3, 6, 9].map((offset) => list({ limit: 3, offset }));
    const read = await Promise.all(pages);
    expect(read.flatMap((page) => page.agents.map(({ name }) => name))).toEqual(expected.map(([name]) => name));
    for (const { total, health } of read) expect([total, health]).toEqual([8, { attention: 4, healthy: 2, idle: 2 }]);
  });

  test("has one group where that is asked for, and says how many the others have", async () => {
    for (const group of ["attention", "healthy", "idle"] as const) {
      const { agents: rows, total, health } = await list({ health: group });
      const names = expected.filter(([, of]) => of === group).map(([name]) => name);
      expect([rows.map(({ name }) => name), total, health]).toEqual([names, names.length, { attention: 4, healthy: 2, idle: 2 }]);
    }
  });

  test("has as many failures and waits as the lists of runs that they open", async () => {
    const rows = new Map((await list()).agents.map((row) => [row.name, row]));
    const total = async (query: object) => (await service.ok(listTeamRuns, { params: inTeam(), query }, as)).total;
    const { id, health } = rows.get("Failing") ?? {};
    expect(health?.failed).toBe(2);
    expect(await total({ agent_id: id, status: "failed", since: health?.failed_since })).toBe(2);
    const { id: waits, health: waiting } = rows.get("Waiting") ?? {};
    expect(waiting?.waiting).toBe(2);
    expect(await total({ agent_id: waits, status: "waiting" })).toBe(2);
  });

  test("below Manager is about one's own runs", async () => {
    const { rows: before } = await service.pool.query<{ role: string }>(
      "select role from team_members where user_id = $1 and team_id = $2",
      [service.ids.neighbour, service.neighbourTeamId],
    );
    expect(before).toHaveLength(1);
    const { id: often = "" } = agents["Often"] ?? {};
    // The failures are somebody else's from here on.
    await service.pool.query("update runs set user_id = $1 where agent_id = $2 and status = 'failed'", [service.ids.director, often]);
    expect((await told()).find(([name]) => name === "Often")).toEqual(["Often", "attention", ["fails_often"]]);
    await service.pool.query("update team_members set role = 'team:builder' where user_id = $1 and team_id = $2", [
      service.ids.neighbour,
      service.neighbourTeamId,
    ]);
    try {
      expect((await told()).find(([name]) => name === "Often")).toEqual(["Often", "healthy", []]);
    } finally {
      await service.pool.query("update team_members set role = $3 where user_id = $1 and team_id = $2", [
        service.ids.neighbour,
        service.neighbourTeamId,
        before[0]?.role,
      ]);
    }
  });

  test("leaves as a file in the same order, with what it says", async () => {
    const body = { format: "csv" as const, columns: ["name" as const, "live" as const], health: "any" as const };
    const file = await service.ok(exportAgents, { params: inTeam(), body }, as);
    const lines = file.trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[1])).toEqual(expected.map(([name]) => name));
    expect(lines[0]).toContain('attention,"failing, fails_often"');
  });
});

describe("a search of what agents do", () => {
  const found = async (search: string) =>
    (await service.ok(listAgents, { params: inTeam(), query: { search } }, as)).agents.map(({ name }) => name);

  beforeAll(async () => {
    await make("Dunning");
    await make("Clerk", "Writes letters about dunning that is late.");
    await make("Messages", [{ role: "user", content: [{ type: "input_text", text: "Translate every ledger." }] }]);
  });

  test("finds instructions and descriptions, those first whose name it is", async () => {
    expect(await found("DUNNING")).toEqual(["Dunning", "Clerk"]);
    expect(await found("every ledger")).toEqual(["Messages"]);
  });

  test("finds what the latest revision says, and nothing that only its notation does", async () => {
    const { id: agent_id = "" } = agents["Clerk"] ?? {};
    await service.ok(createRevision, { params: { agent_id }, body: { name: "Second", config: config("Answers questions.") } }, as);
    expect(await found("letters")).toEqual([]);
    expect(await found("input_text")).toEqual([]);
  });
});
