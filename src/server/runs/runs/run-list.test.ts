import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamEvents } from "#contract/runs/live.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { type RunFilter, type RunRow, runStatuses } from "#contract/runs/run.ts";
import { newId } from "#server/platform/db/columns.ts";
import { agentWith, scripted, startRunOf } from "#server/testing/agents.ts";
import { addressOf, type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let agents: string[];
let rows: RunRow[];
const severities = ["critical", "medium", "low", null];

beforeAll(async () => {
  service = await startService();
  agents = [(await agentWith(service, scripted("say A"))).id, (await agentWith(service, scripted("say B"))).id];
  const { ids, teamId } = service;
  // Straight into the store: states that the API reaches only over time. The trigger counts these like any other.
  for (let i = 0; i < 240; i++) {
    await service.pool.query(
      `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, created_at, issue_severity, case_queue_id, case_title, digest_id, failure)
       values ($1, $2, $3, $1, $4, $5, $6, $7, $8, now() - make_interval(mins => $8), $9, $10, $11, $12, $13)`,
      [
        newId(),
        teamId,
        agents[i % 2],
        i % 3 ? ids.owner : ids.member,
        runStatuses[i % 8 < 2 ? 5 : i % 8],
        i % 5 ? "api" : "schedule",
        `Invoice ${i}-${i % 3} für Möbel`,
        i,
        severities[i % 4],
        i % 7 ? null : teamId,
        i % 7 ? null : `Case ${i}`,
        i % 11 ? null : teamId,
        i % 8 === 6 ? { code: i % 3 ? "code_failed" : "code_timed_out", message: `It ended. ${"Not as it should. ".repeat(20)}` } : null,
      ],
    );
  }
  rows = (await everything({})).data;
});
afterAll(() => service.close());

async function everything(query: Record<string, unknown>) {
  const data: RunRow[] = [];
  for (let after: string | undefined; ;) {
    const page = await service.ok(listTeamRuns, {
      params: { teamId: service.teamId },
      query: { limit: 37, ...query, ...(after && { after }) },
    });
    data.push(...page.data);
    if (!page.next) return { data, total: page.total };
    after = page.next;
  }
}

it("says of each run that failed why, in few words", () => {
  expect(new Set(rows.map(({ status, failure_message: said }) => `${status === "failed"} ${said?.length ?? 0}`))).toEqual(
    new Set(["true 200", "false 0"]),
  );
});

describe("every filter gives the rows that a scan gives, and their exact number", () => {
  const statusIs = (filter: RunFilter) => (r: RunRow) =>
    filter === "stopped"
      ? r.status === "interrupted"
      : filter === "needs_attention"
        ? r.status === "waiting" || r.status === "failed"
        : r.status === filter;
  const cases: [string, () => Record<string, unknown>, (r: RunRow) => boolean][] = [
    ["status", () => ({ status: "failed" }), statusIs("failed")],
    ["stopped", () => ({ status: "stopped" }), statusIs("stopped")],
    ["needs attention", () => ({ status: "needs_attention" }), statusIs("needs_attention")],
    ["agent", () => ({ agent_id: agents[0] }), (r) => r.agent_id === agents[0]],
    [
      "agent and status",
      () => ({ agent_id: agents[1], status: "needs_attention" }),
      (r) => r.agent_id === agents[1] && statusIs("needs_attention")(r),
    ],
    ["user", () => ({ user_id: service.ids.member }), (r) => r.user_id === service.ids.member],
    [
      "user and agent",
      () => ({ user_id: service.ids.member, agent_id: agents[0] }),
      (r) => r.user_id === service.ids.member && r.agent_id === agents[0],
    ],
    ["source", () => ({ source: "schedule" }), (r) => r.source === "schedule"],
    ["source and status", () => ({ source: "schedule", status: "completed" }), (r) => r.source === "schedule" && r.status === "completed"],
    ["queue", () => ({ case_queue_id: service.teamId }), (r) => r.case_queue_id !== null],
    ["search in titles", () => ({ search: "möb" }), () => true],
    ["search for one", () => ({ search: "invoice 17" }), (r) => /Invoice 17\d?\b/.test(r.title)],
    ["search as typed", () => ({ search: "-1 möb" }), (r) => r.title.includes("-1 ")],
    ["search in case titles", () => ({ search: "case" }), (r) => r.case_title !== null],
    ["an empty search", () => ({ search: "" }), () => true],
    ["an empty search of an agent", () => ({ search: "", agent_id: agents[0] }), (r) => r.agent_id === agents[0]],
    ["search without words", () => ({ search: "&|!" }), () => false],
  ];
  it.each(cases)("%s", async (_, query, holds) => {
    const expected = rows.filter(holds);
    const found = await everything(query());
    expect(found.data.map((r) => r.id)).toEqual(expected.map((r) => r.id));
    expect(found.total).toBe(expected.length);
    const ascending = await everything({ ...query(), sort_order: "asc" });
    expect(ascending.data.map((r) => r.id)).toEqual(expected.map((r) => r.id).toReversed());
    const offset = await service.ok(listTeamRuns, { params: { teamId: service.teamId }, query: { ...query(), limit: 10, offset: 5 } });
    expect(offset.data.map((r) => r.id)).toEqual(expected.slice(5, 15).map((r) => r.id));
  });

  it("issues, severity, digest, failure and since", async () => {
    const count = async (query: Record<string, unknown>) => (await everything(query)).total;
    expect(await count({ has_issues: "true" })).toBe(180);
    expect(await count({ has_issues: "false" })).toBe(60);
    expect(await count({ issue_severity: "medium" })).toBe(60);
    expect(await count({ digest_id: service.teamId })).toBe(22);
    expect(await count({ failure_code: "code_timed_out" })).toBe(10);
    expect(await count({ failure_code: "code_failed", status: "failed", agent_id: agents[0] })).toBe(20);
    expect(await count({ failure_code: "code_failed", status: "completed" })).toBe(0);
    const since = rows[99]?.created_at;
    expect(await count({ since })).toBe(100);
  });
});

describe("totals", () => {
  const totals = async () =>
    Promise.all(
      [{}, { status: "failed" }, { source: "schedule" }, { search: "changed" }].map(async (query) => (await everything(query)).total),
    );

  it("follow every change, also where they are remembered", async () => {
    const before = await totals();
    await service.pool.query("update runs set status = 'failed', title = 'Changed' where id = $1", [
      rows.find((r) => r.status === "completed" && r.source === "schedule")?.id,
    ]);
    expect(await totals()).toEqual([before[0], (before[1] ?? 0) + 1, before[2], 1]);
    await service.pool.query("delete from runs where title = 'Changed'");
    expect(await totals()).toEqual([(before[0] ?? 0) - 1, before[1], (before[2] ?? 0) - 1, 0]);
  });

  it("are the same before and after counts are folded", async () => {
    const before = await totals();
    const unfolded = async () => (await service.pool.query("select scope, status from run_counts group by 1, 2 having count(*) > 1")).rows;
    await expect.poll(unfolded).toEqual([]);
    expect(await totals()).toEqual(before);
  });
});

it("does not show behind `after` what began earlier and was done later, but does by `since` and by an event", async () => {
  const early = await agentWith(service, scripted("say Early"));
  const late = await agentWith(service, scripted("say Late"));
  const events = new AbortController();
  const { body } = await fetch(service.url + addressOf(streamEvents, { params: { teamId: service.teamId } }), {
    headers: { authorization: `Bearer ${service.keys.owner}` },
    signal: events.signal,
  });
  const told = body?.pipeThrough(new TextDecoderStream()).getReader();
  const { host, user, password, database } = service.pool.options;
  const other = new pg.Client({ host, user, password, database });
  await other.connect();
  await other.query("begin");
  await other.query("select from agents where id = $1 for update", [early.id]);
  const starting = startRunOf(service, early.id);
  const waits = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await service.pool.query(waits)).rows[0].n).toBe(1);
  const seen = await startRunOf(service, late.id);
  await other.query("rollback");
  await other.end();
  const hidden = await starting;
  const list = async (query: object) =>
    service.ok(listTeamRuns, { params: { teamId: service.teamId }, query: { sort_order: "asc", limit: 100, ...query } });
  const all = async (query: object) => (await list(query)).data.map(({ id }) => id);
  const row = (await list({ agent_id: late.id })).data[0];
  const next = `${row?.created_at}_${seen}`;
  expect(await all({ after: next })).toEqual([]);
  const since = new Date(Date.parse(row?.created_at ?? "") - 60_000).toISOString();
  expect(await all({ since })).toEqual(expect.arrayContaining([hidden, seen]));
  for (let text = ""; !text.includes(hidden);) text += (await told?.read())?.value;
  events.abort();
});
