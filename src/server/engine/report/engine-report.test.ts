import { afterAll, beforeAll, expect, it } from "vitest";
import { type EngineState, type Work, WorkerReport, getEngineState } from "#contract/runs/engine.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { engineState } from "./engine-report.ts";
import { comes, patienceMs } from "#server/testing/patience/comes.ts";

let service: TestService;
let runId: string;
beforeAll(async () => {
  service = await startService();
  const { id: agent } = await agentWith(service, scripted("say Done"));
  runId = await startRunOf(service, agent, { webhook_url: "https://hooks.example.com/" });
  await settled(service, runId);
  // Its webhook follows from the event of its end: nobody answers there. The next try comes when all here is over. One under way is due in 20 s or more.
  const later = `update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
    where run_id = $1 and last_error is not null and next_attempt_at < now() + interval '6 s'`;
  await comes("A webhook that failed", async () => ((await service.pool.query(later, [runId])).rowCount === 1 ? true : undefined), {
    withinMs: 2 * patienceMs,
  });
});
afterAll(() => service.close());

const director = { as: "director" } as const;
const read = async () => (await service.ok(getEngineState, {}, director)).engine;
const metrics = async () => (await fetch(`${service.url}/metrics`)).text();

it("names this process with what it said of itself, to administrators of the installation alone", async () => {
  await expect.poll(async () => (await read()).workers[0]?.report?.clock_ahead_ms).toBeTypeOf("number");
  const { workers, work } = await read();
  expect(workers).toHaveLength(1);
  expect(workers[0]).toMatchObject({ pid: process.pid, state: "alive", taken_over: 0, holds: { model: 0, program: 0, generation: 0 } });
  expect(workers[0]?.report?.requests).toMatchObject({ most: 15, refused: 0, last_refused_at: null });
  expect(work.map(({ kind, due }) => [kind, due])).toEqual([
    ["model", 0],
    ["program", 0],
    ["generation", 0],
    ["evaluation", 0],
    ["webhook", 0],
  ]);
  await service.fails(getEngineState, {}, "forbidden", { as: "owner" });
});

/** What the state is while these statements are made, and nobody else sees them. */
async function within(...statements: string[]): Promise<EngineState> {
  const client = await service.pool.connect();
  try {
    await client.query("begin");
    for (const statement of statements) await client.query(statement);
    return (await client.query<{ state: EngineState }>(engineState)).rows[0]?.state as EngineState;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

it("counts what is due, what is late and since when, by kind", async () => {
  const work = (state: EngineState, kind: string) => state.work.find((each) => each.kind === kind) as Work;
  const copies = (program: boolean, n: number, due: string) => `
    insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, program, next_attempt_at)
    select gen_random_uuid(), team_id, agent_id, build_id, 'pending', source, title, 100 + g, ${program}, ${due} from runs, generate_series(1, ${n}) g
    where id = '${runId}'`;
  const state = await within(
    copies(false, 3, "now() - interval '2 minutes'"),
    copies(false, 2, "now()"),
    copies(false, 4, "now() + interval '1 hour'"),
    copies(true, 1, "now() - interval '1 hour'"),
    `update webhook_deliveries set next_attempt_at = now() + interval '1 hour', delivered_at = null`,
    `insert into run_evaluations (run_id, id, agent_id, build_id, status, next_attempt_at)
     select id, gen_random_uuid(), agent_id, build_id, 'in_progress', now() - interval '3 minutes' from runs where id = '${runId}'`,
    `insert into orphaned_objects (object_key, created_at) values ('gone', now() - interval '2 hours')`,
  );
  const ago = (seconds: number) => new Date(Date.parse(state.as_of) - seconds * 1000).toISOString();
  expect(work(state, "model")).toEqual({ kind: "model", due: 5, late: 3, oldest_due_at: ago(120) });
  expect(work(state, "program")).toEqual({ kind: "program", due: 1, late: 1, oldest_due_at: ago(3600) });
  expect(work(state, "evaluation")).toEqual({ kind: "evaluation", due: 1, late: 1, oldest_due_at: ago(180) });
  expect(work(state, "webhook")).toEqual({ kind: "webhook", due: 0, late: 0, oldest_due_at: null });
  expect(state.retrying_webhooks).toBe(1);
  expect(state.storage).toMatchObject({ orphaned: 1, oldest_orphaned_at: ago(7200) });
});

it("tells a worker that was lost from one that stopped, and what was taken from it", async () => {
  const insert = async (stopped: boolean) =>
    (
      await service.pool.query<{ id: string }>(
        `insert into workers (id, host, pid, version, alive_until, stopped) values (gen_random_uuid(), 'elsewhere', 7, '0', now() - interval '1 s', $1)
         returning id`,
        [stopped],
      )
    ).rows[0]?.id as string;
  const [lost, stopped] = [await insert(false), await insert(true)];
  await service.pool.query("update runs set status = 'running', worker_id = $2 where id = $1", [runId, lost]);
  const stateOf = async (id: string) => (await read()).workers.find((worker) => worker.id === id);
  await expect.poll(() => stateOf(lost)).toMatchObject({ state: "lost", taken_over: 1, report: null });
  expect(await stateOf(stopped)).toMatchObject({ state: "stopped", taken_over: 0 });
  expect(await metrics()).toMatch(/^caseload_takeovers_total\{kind="model"\} 1$/m);
});

it("answers metrics with all of it, and leaves out what the store does not say", async () => {
  const text = await metrics();
  for (const line of [
    /^caseload_engine_state_read 1$/m,
    /^caseload_due\{kind="webhook"\} \d+$/m,
    /^caseload_due_oldest_seconds\{kind="model"\} [\d.]+$/m,
    /^caseload_workers_alive 1$/m,
    /^caseload_storage_free_bytes \d+$/m,
    /^caseload_beats_total\{result="heard"\} \d+$/m,
    /^caseload_claims_total\{kind="model"\} \d+$/m,
    /^caseload_store_requests\{state="most"\} 15$/m,
    /^caseload_http_failures_total\{code="busy"\} 0$/m,
    /^caseload_clock_ahead_seconds -?[\d.]+$/m,
  ])
    expect(text).toMatch(line);
});

it("takes no report of another form for one of its own", () => {
  expect(WorkerReport.safeParse({ places: {} }).success).toBe(false);
});
