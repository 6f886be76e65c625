import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listClarityStepRuns } from "#contract/clarity/step-runs.ts";
import { updateClarityProcess } from "#contract/clarity/processes.ts";
import { listRunMessages } from "#contract/runs/messages.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { agentOf, generationOf } from "#server/gates/stage/agents.ts";
import { processOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const input = ["## step-read", "call list_files {}", "## step-check", "do {{message}}", "## step-tell", "call list_files {}", "say Done"];

/** A process with an agent that was built from it. */
async function handedOver(): Promise<{ process_id: string; agentId: string }> {
  const stage = stageFor(service);
  const process_id = await processOf(stage);
  const { id: agentId, buildId } = await agentOf(stage, scripted(...input));
  const proposal = await findLive(service.app.services.store.db, process_id, "transformation_proposal");
  await service.pool.query(
    `insert into clarity_automations (id, process_id, proposal_id, agent_id, build_id, builder_run_id) values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [process_id, proposal?.id, agentId, buildId, (await generationOf(stage)).id],
  );
  return { process_id, agentId };
}

async function run(agentId: string, message: string, options?: CallOptions): Promise<string> {
  const id = await startRunOf(service, agentId, { message }, options);
  await settled(service, id, ["completed", "failed"], options);
  return id;
}

const listed = (process_id: string, query: { step_id: string; failed?: "true"; limit?: number; offset?: number }, options?: CallOptions) =>
  service.ok(listClarityStepRuns, { params: { process_id }, query }, options);

it("lists the runs that did a step, the last ones first, and those that failed at it", async () => {
  const { process_id, agentId } = await handedOver();
  const [fine, failed, later] = [await run(agentId, "say Fine"), await run(agentId, "fail It is closed"), await run(agentId, "say Fine")];
  const checked = await listed(process_id, { step_id: "step-check" });
  expect(checked).toMatchObject({ total: 3, failed_total: 1, limit: 20, offset: 0 });
  expect(checked.runs.map(({ run_id, failed: here, status }) => [run_id, here, status])).toEqual([
    [later, false, "completed"],
    [failed, true, "failed"],
    [fine, false, "completed"],
  ]);
  expect(checked.runs[0]).toMatchObject({ agent_id: agentId, agent_name: "Example agent", run_number: 3, times: 1, waited_ms: 0 });
  const { messages } = await service.ok(listRunMessages, { params: { run_id: later } });
  expect(messages[checked.runs[0]?.message_offset ?? -1]?.tool_call?.arguments).toEqual({ step_id: "step-check" });
  expect(checked.runs[0]?.took_ms).toBeGreaterThanOrEqual(0);
  const failures = await listed(process_id, { step_id: "step-check", failed: "true" });
  expect([failures.total, failures.failed_total, failures.runs.map(({ run_id }) => run_id)]).toEqual([1, 1, [failed]]);
  expect((await listed(process_id, { step_id: "step-check", limit: 1, offset: 1 })).runs.map(({ run_id }) => run_id)).toEqual([failed]);
  expect(await listed(process_id, { step_id: "step-read" })).toMatchObject({ total: 3, failed_total: 0 });
  expect(await listed(process_id, { step_id: "step-tell" })).toMatchObject({ total: 2, failed_total: 0 });
  expect(await listed(process_id, { step_id: "step-none" })).toMatchObject({ runs: [], total: 0, failed_total: 0 });
  // Another process knows nothing of these runs, whatever its steps are called.
  expect((await listed((await handedOver()).process_id, { step_id: "step-check" })).total).toBe(0);
});

it("adds up what a step took in a run that came to it again, and counts people's time apart", async () => {
  const { process_id, agentId } = await handedOver();
  const id = await run(agentId, "say Fine");
  await service.pool.query("delete from run_steps where run_id = $1", [id]);
  await service.pool.query(
    `insert into run_steps (run_id, agent_id, position, step_id, started_at, ended_at) values
       ($1, $2, 0, 'step-check', '2026-01-31T09:00Z', '2026-01-31T09:10Z'), ($1, $2, 1, 'step-tell', '2026-01-31T09:10Z', '2026-01-31T09:20Z'),
       ($1, $2, 2, 'step-check', '2026-01-31T09:20Z', '2026-01-31T09:50Z')`,
    [id, agentId],
  );
  await service.pool.query(
    `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, created_at, responded_at)
     values ($1, $2, $3, 'ask', 'approval', 'Go?', '2026-01-31T09:05Z', '2026-01-31T09:25Z')`,
    [randomUUID(), id, service.teamId],
  );
  const minute = 60_000;
  const { runs } = await listed(process_id, { step_id: "step-check" });
  expect(runs).toMatchObject([{ started_at: "2026-01-31T09:20:00.000Z", times: 2, took_ms: 30 * minute, waited_ms: 10 * minute }]);
  await service.pool.query("update run_steps set ended_at = null where run_id = $1 and position = 2", [id]);
  expect((await listed(process_id, { step_id: "step-check" })).runs).toMatchObject([{ took_ms: null }]);
});

it("shows a Member their own runs alone, and whoever does not see the process nothing", async () => {
  const { process_id, agentId } = await handedOver();
  await run(agentId, "say Fine");
  const own = await run(agentId, "fail It is closed", { as: "member" });
  const query = { step_id: "step-check" };
  expect(await listed(process_id, query, { as: "manager" })).toMatchObject({ total: 2, failed_total: 1 });
  const seen = await listed(process_id, query, { as: "member" });
  expect([seen.total, seen.failed_total, seen.runs.map(({ run_id }) => run_id)]).toEqual([1, 1, [own]]);
  await service.ok(updateClarityProcess, { params: { process_id }, body: { visibility: "restricted" } });
  await service.fails(listClarityStepRuns, { params: { process_id }, query }, "not_found", { as: "member" });
  await service.fails(listClarityStepRuns, { params: { process_id: randomUUID() }, query }, "not_found");
});
