import { afterAll, beforeAll, it } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { getRunDetails, listTeamRuns, stopRun } from "#contract/runs/runs.ts";
import { ModelFault, type ModelPart, type ModelPort } from "#server/engine/models/port.ts";
import { agentWith, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
/** What each run's model does, by the run's message: each function is one answer. */
const scenes = new Map<string, (() => AsyncGenerator<ModelPart>)[]>();
const model: ModelPort = {
  async *answer({ turns, signal }) {
    const answer = scenes.get(turns[0]?.role === "user" ? turns[0].text : "")?.shift();
    if (answer) yield* answer();
    signal.throwIfAborted();
  },
};
const config: Config = { version: "v1", data: { model: "thinker", input: "You check invoices." } };
let agentId: string;
beforeAll(async () => {
  service = await startService({ engine: { models: { thinker: model } } });
  agentId = (await agentWith(service, config)).id;
});
afterAll(() => service.close());

const text = (said: string) => ({ type: "text", text: said }) as const;
const start = (message: string, ...answers: (() => AsyncGenerator<ModelPart>)[]) => {
  scenes.set(message, answers);
  return startRunOf(service, agentId, { message });
};
const waitOf = async (runId: string) => (await service.ok(getRunDetails, { params: { run_id: runId } })).run.wait;
const listedWaitOf = async (runId: string) =>
  (await service.ok(listTeamRuns, { params: { teamId: service.teamId }, query: { agent_id: agentId } })).waits.find(
    ({ run_id }) => run_id === runId,
  );

it.concurrent("says that the model is silent, before and within its answer, for as long as it is", async ({ expect }) => {
  const begins = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const run_id = await start("Two silences", async function* () {
    await begins.promise;
    yield text("The invoices ");
    await goesOn.promise;
    yield text("are right.");
  });
  const said = { run_id, model: "thinker", since: expect.any(String) };
  await expect.poll(() => waitOf(run_id)).toEqual({ ...said, for: "answer" });
  const first = await waitOf(run_id);
  expect(await listedWaitOf(run_id)).toEqual(first);
  expect((await messagesOf(service, run_id))[1]).toMatchObject({ text_content: "Two silences", delivery: "read" });
  begins.resolve();
  await expect.poll(() => waitOf(run_id)).toEqual({ ...said, for: "more" });
  const second = await waitOf(run_id);
  expect(Date.parse(second?.since ?? "")).toBeGreaterThan(Date.parse(first?.since ?? ""));
  goesOn.resolve();
  expect(await settled(service, run_id)).toMatchObject({ status: "completed", wait: null });
  expect(await listedWaitOf(run_id)).toBeUndefined();
  expect((await service.pool.query("select from model_silences where run_id = $1", [run_id])).rowCount).toBe(0);
});

it.concurrent("shows a message as read once its answer grows", async ({ expect }) => {
  const goesOn = Promise.withResolvers<void>();
  const run_id = await start("A long answer", async function* () {
    yield text("The invoices ");
    await goesOn.promise;
    yield text("are right.");
  });
  await expect
    .poll(async () => (await messagesOf(service, run_id)).at(-1))
    .toMatchObject({ text_content: "The invoices ", streaming: true });
  expect((await messagesOf(service, run_id))[1]).toMatchObject({ text_content: "A long answer", delivery: "read" });
  goesOn.resolve();
  await settled(service, run_id);
  expect((await messagesOf(service, run_id))[1]).toMatchObject({ delivery: "acted_on" });
});

it.concurrent("says nothing of a silence that a crash or a stop has ended", async ({ expect }) => {
  const never = Promise.withResolvers<void>();
  const silent = async function* () {
    yield text("So far ");
    await never.promise;
  };
  const [crashed, stopped] = await Promise.all([start("Crash", silent, silent), start("Stop", silent)]);
  await expect.poll(() => waitOf(crashed)).toMatchObject({ for: "more" });
  await expect.poll(() => waitOf(stopped)).toMatchObject({ for: "more" });
  // As a process leaves it that ended: one that lives takes the run over, and its model is silent anew.
  const before = await waitOf(crashed);
  await service.pool.query(
    `with worker as (insert into workers (id, host, pid, version, alive_until) values (gen_random_uuid(), 'elsewhere', 1, '0', now()) returning id)
     update runs set worker_id = worker.id from worker where runs.id = $1`,
    [crashed],
  );
  expect(await waitOf(crashed)).toBeNull();
  await expect.poll(() => waitOf(crashed)).toMatchObject({ for: "more" });
  expect(Date.parse((await waitOf(crashed))?.since ?? "")).toBeGreaterThan(Date.parse(before?.since ?? ""));
  for (const run_id of [crashed, stopped]) await service.ok(stopRun, { params: { run_id } });
  expect([await waitOf(crashed), await waitOf(stopped), await listedWaitOf(stopped)]).toEqual([null, null, undefined]);
  never.resolve();
});

it.concurrent("says when the next try starts, and when tries end", async ({ expect }) => {
  const reason = "The model provider answered 429: Slow down.";
  const run_id = await start("Slow down", async function* () {
    yield text("Well,");
    throw new ModelFault("provider_unavailable", reason, { transient: true, retryAfterMs: 100_000 });
  });
  const retry = { run_id, model: "thinker", for: "retry", attempt: 1, reason };
  await expect.poll(() => waitOf(run_id)).toMatchObject(retry);
  const wait = await waitOf(run_id);
  if (wait?.for !== "retry") throw new Error("It waits for no try.");
  const after = (instant: string) => (Date.parse(instant) - Date.parse(wait.since)) / 1000;
  expect([after(wait.next_at), after(wait.gives_up_at)]).toEqual([100, 600]);
  expect(await listedWaitOf(run_id)).toEqual(wait);
  await service.ok(stopRun, { params: { run_id } });
  expect(await waitOf(run_id)).toBeNull();
});
