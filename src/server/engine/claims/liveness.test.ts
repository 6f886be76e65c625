import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTeamRun } from "#contract/runs/runs.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import { agentWith, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { scriptedModel } from "#server/engine/models/scripted.ts";

const connections = 6;
let service: TestService;
/** Answers to come are held back until this is called. */
let release: (() => void) | undefined;
const model: ModelPort = {
  async *answer(request) {
    if (JSON.stringify(request.turns).includes("Hold")) {
      const gate = Promise.withResolvers<void>();
      release = gate.resolve;
      request.signal.addEventListener("abort", () => gate.reject(request.signal.reason));
      await gate.promise;
    }
    yield* scriptedModel([]).answer(request);
  },
};
// With the patience of operators: a test waits until it ends.
beforeAll(async () => {
  const env = { REQUEST_PATIENCE: "10" };
  service = await startService({ connections, env, engine: { models: { scripted: model } } });
});
afterAll(() => service.close());

const stored = async (runId: string) =>
  (await service.pool.query("select status, worker_id, lease from runs where id = $1", [runId])).rows[0] as {
    status: string;
    worker_id: string | null;
    lease: number;
  };

it("says that it lives and starts other agents while starts wait for a locked one, and these say so after a while", async () => {
  const { id: agent_id } = await agentWith(service, scripted("say Done"));
  const { id: another } = await agentWith(service, scripted("say Done"));
  const { host, user, password, database } = service.pool.options;
  const other = new pg.Client({ host, user, password, database });
  await other.connect();
  const alive = async () => (await other.query("select max(alive_until)::text as until from workers")).rows[0].until as string;
  await other.query("begin");
  await other.query("select from agents where id = $1 for update", [agent_id]);
  const input = { params: { teamId: service.teamId }, body: { agent_id } };
  const start = () => service.call(startTeamRun, input, { refusedBusy: true });
  const starts = Array.from({ length: connections + 4 }, start);
  const { places } = service.app.services.store.pool;
  const half = Math.floor(places.size / 2);
  // They wait for a place for a moment only, and are then told to come again.
  await expect.poll(() => places.waiting() + places.refused().count).toBe(starts.length - half);
  expect(places.taken()).toBe(half);
  const before = await alive();
  const started = startRunOf(service, another);
  await expect.poll(alive).not.toBe(before);
  const runId = await started;
  expect(places.taken()).toBe(half);
  expect((await settled(service, runId)).status).toBe("completed");
  // Those that got no connection were told before.
  const locked = starts.map(async (each) => {
    const { status, error } = await each;
    if (error && !String(error.message).startsWith("Something else")) throw new Error(error.message);
    return { status, error };
  });
  const first = await Promise.any(locked);
  await other.query("rollback");
  await other.end();
  expect(first.status).toBe(503);
  expect(first.error?.message).toMatch(/^Something else is changing the same thing/);
  await Promise.allSettled(locked);
  expect((await settled(service, await startRunOf(service, agent_id))).status).toBe("completed");
});

it("is taken for dead six seconds after its last sign of life", async () => {
  const { rows } = await service.pool.query<{ ahead: number }>(
    "select extract(epoch from max(alive_until) - now())::float8 as ahead from workers where pid = $1",
    [process.pid],
  );
  expect(rows[0]?.ahead).toBeLessThanOrEqual(6);
});

it("takes up what a dead worker held, and nothing of one that lives", async () => {
  const { id: agent } = await agentWith(service, scripted('approve "Go?"'));
  const heldBy = async (alive: string) => {
    const runId = await startRunOf(service, agent);
    await settled(service, runId);
    await service.pool.query(
      `with worker as (insert into workers (id, host, pid, version, alive_until)
         values (gen_random_uuid(), 'elsewhere', 1, '0', now() + $2::interval) returning id),
       answered as (update human_requests set cancelled_at = now() where run_id = $1)
       update runs set status = 'running', lease = lease + 1, worker_id = worker.id from worker where runs.id = $1`,
      [runId, alive],
    );
    return runId;
  };
  const living = await heldBy("1 minute");
  const dead = await heldBy("-1 second");
  await expect.poll(async () => (await stored(dead)).lease).toBe(3);
  expect((await stored(living)).lease).toBe(2);
});

it("takes up again what it holds and does not work on", async () => {
  const { id: agent } = await agentWith(service, scripted('approve "Go?"'));
  const runId = await startRunOf(service, agent);
  await settled(service, runId);
  await service.pool.query(
    `update runs set status = 'running', lease = lease + 1, worker_id = (select id from workers where alive_until > now() and pid = $2)
     where id = $1`,
    [runId, process.pid],
  );
  await expect.poll(async () => (await stored(runId)).lease).toBe(3);
});

it("stops its work once it is taken for dead, and goes on under another id", async () => {
  const { id: agent } = await agentWith(service, scripted("say {{message}}"));
  const runId = await startRunOf(service, agent, { message: "Hold" });
  await expect.poll(() => release).toBeDefined();
  const before = await stored(runId);
  await service.pool.query("update workers set alive_until = now() where id = $1", [before.worker_id]);
  await expect.poll(async () => (await stored(runId)).lease).toBe(before.lease + 1);
  expect((await stored(runId)).worker_id).not.toBe(before.worker_id);
  await expect.poll(() => (release?.(), stored(runId))).toMatchObject({ status: "completed", worker_id: null });
  expect((await messagesOf(service, runId)).filter((m) => m.text_content === "Hold")).toHaveLength(2);
});
