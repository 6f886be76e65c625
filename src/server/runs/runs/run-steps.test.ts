import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listRunMessages } from "#contract/runs/messages.ts";
import { listRunSteps } from "#contract/runs/run-steps.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

async function run(...steps: string[]): Promise<string> {
  const agent = await agentWith(service, scripted(...steps));
  return (await settled(service, await startRunOf(service, agent.id))).id;
}
const stepsOf = async (run_id: string) => (await service.ok(listRunSteps, { params: { run_id } })).steps;

it("says when each step started and ended, where the transcript says so, and at which one the run failed", async () => {
  const run_id = await run("## step-read", "call list_files {}", "## step-book", "say Booking", "fail The ledger is closed");
  const [first, second, ...more] = await stepsOf(run_id);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ step_id: "step-read", waited_ms: 0, failed: false, ended_at: second?.started_at });
  expect(second).toMatchObject({ step_id: "step-book", failed: true });
  const { completed_at } = await settled(service, run_id);
  expect(second?.ended_at).toBe(completed_at);
  const { messages } = await service.ok(listRunMessages, { params: { run_id } });
  const called = [first, second].map((step) => messages[step?.message_offset ?? -1]?.tool_call);
  expect(called).toMatchObject([
    { name: "start_step", arguments: { step_id: "step-read" } },
    { name: "start_step", arguments: { step_id: "step-book" } },
  ]);
});

it("counts what people took within a step apart, requests at once counted once, whatever lies outside of it not at all", async () => {
  const run_id = await run("## step-ask", 'approve "Go?"', "## step-tell", "say Done");
  expect(await stepsOf(run_id)).toMatchObject([{ step_id: "step-ask", ended_at: null, waited_ms: 0, failed: false }]);
  await service.ok(stopRun, { params: { run_id } });
  expect((await stepsOf(run_id))[0]?.ended_at).not.toBeNull();
  await service.pool.query(`update run_steps set started_at = '2026-01-31T09:00Z', ended_at = '2026-01-31T10:00Z' where run_id = $1`, [
    run_id,
  ]);
  await service.pool.query("delete from human_requests where run_id = $1", [run_id]);
  const request = (from: string, to: string | null) =>
    service.pool.query(
      `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, created_at, responded_at)
       values ($1, $2, $3, 'more', 'approval', 'More', $4, $5)`,
      [randomUUID(), run_id, service.teamId, `2026-01-31T${from}Z`, to && `2026-01-31T${to}Z`],
    );
  await request("08:00", "08:30");
  await request("08:50", "09:10");
  await request("09:05", "09:20");
  await request("09:30", "09:31");
  await request("09:40", null);
  await request("09:59", "11:00");
  expect((await stepsOf(run_id))[0]?.waited_ms).toBe((20 + 1 + 1) * 60_000);
});

it("is for whoever may open the run", async () => {
  const run_id = await run("## step-read", "say Done");
  await service.fails(listRunSteps, { params: { run_id } }, "forbidden", { as: "member" });
  await service.fails(listRunSteps, { params: { run_id: randomUUID() } }, "not_found");
  expect(await stepsOf(await run("say Done"))).toEqual([]);
});
