import { afterAll, beforeAll, expect, test } from "vitest";
import { getCaseEvaluation } from "#contract/queues/case-evaluations.ts";
import { undoCaseEvent } from "#contract/queues/case-undo.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, caseOf, queueIn, storyOf } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const change = async (case_id: string, body: { status?: "pending" | "completed" | "failed" | "canceled"; postponed_to?: string | null }) =>
  (await service.ok(updateCase, { params: { case_id }, body })).undo_event_id ?? "";
const undo = (case_id: string, event_id: string) => service.ok(undoCaseEvent, { params: { case_id, event_id } });
const refused = (case_id: string, event_id: string, code: "case_changed" | "not_undoable" | "not_found") =>
  service.fails(undoCaseEvent, { params: { case_id, event_id } }, code);

/** All that a reader sees of a case but its history and when it was changed. */
async function recordOf(case_id: string) {
  const { case: one } = await caseOf(service, case_id);
  const { updated_at: _, ...rest } = one;
  const evaluation = await service.ok(getCaseEvaluation, { params: { case_id } });
  const { queue } = await service.ok(getQueue, { params: { queue_id: one.queue_id } });
  return { ...rest, evaluation, counts: queue.case_counts };
}

/** A case as an agent left it, and its judges. */
async function workedCase(...steps: string[]): Promise<string> {
  const queue = await queueIn(service);
  const agent = await agentOn(service, scripted('rubric Ends well: ends as "completed"', "call claim_case {}", ...steps), {
    consumes: [queue],
  });
  const [caseId = ""] = await addCases(service, queue, { title: "Strike" });
  await settled(service, await startRunOf(service, agent.id));
  return caseId;
}
async function judged(caseId: string): Promise<void> {
  await expect.poll(async () => (await recordOf(caseId)).eval_summary?.status).toBe("ready");
}

test("brings back why a case failed, by which run, when, and what judges found, whatever it was set to", async () => {
  const caseId = await workedCase('call fail_case {"reason": "Substantial damage"}');
  await judged(caseId);
  const before = await recordOf(caseId);
  expect(before).toMatchObject({ status: "failed", failure_reason: "Substantial damage", claimed_by_run_id: expect.any(String) });
  for (const status of ["completed", "canceled", "pending"] as const) {
    const event = await change(caseId, { status });
    // Judges look at the other end too, and that is gone with it.
    if (status === "completed") await judged(caseId);
    expect(await recordOf(caseId)).not.toEqual(before);
    await undo(caseId, event);
    expect(await recordOf(caseId)).toEqual(before);
    expect((await storyOf(service, caseId)).slice(-2)).toEqual([`status_changed: ${status}`, "undone: failed"]);
    await refused(caseId, event, "case_changed");
  }
  // A judge that begins after it finds the case as it was.
  const event = await change(caseId, { status: "completed" });
  await undo(caseId, event);
  expect(await recordOf(caseId)).toEqual(before);
});

test("brings back until when a case was postponed, and leaves what was edited since", async () => {
  const queue = await queueIn(service);
  const [caseId = ""] = await addCases(service, queue, { title: "Letter" });
  await change(caseId, { postponed_to: inDays(3) });
  const before = await recordOf(caseId);
  const event = await change(caseId, { postponed_to: null });
  await service.ok(updateCase, { params: { case_id: caseId }, body: { title: "Late letter" } });
  await undo(caseId, event);
  expect(await recordOf(caseId)).toEqual({ ...before, title: "Late letter" });
  const closed = await change(caseId, { status: "completed" });
  // However often it is pressed, it happens once.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => service.call(undoCaseEvent, { params: { case_id: caseId, event_id: closed } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await recordOf(caseId)).toEqual({ ...before, title: "Late letter" });
});

test("is refused once the case went on, and not offered for what a run was doing", async () => {
  const queue = await queueIn(service);
  const [caseId = "", other = ""] = await addCases(service, queue, { title: "One" }, { title: "Two" });
  const first = await change(caseId, { status: "completed" });
  const second = await change(caseId, { status: "failed" });
  const { message } = await refused(caseId, first, "case_changed");
  expect(message).toContain("has changed since");
  await undo(caseId, second);
  await refused(other, second, "not_found");
  const { events } = await caseOf(service, caseId);
  await refused(caseId, events[0]?.id ?? "", "not_undoable");

  const asking = await workedCase("ask Which airport?");
  expect((await recordOf(asking)).display_status).toBe("needs_input");
  expect(await change(asking, { status: "completed" })).toBe("");
  // Opened again, and taken by a run before somebody takes that back.
  const failed = await workedCase("call fail_case {}");
  const reopened = await change(failed, { status: "pending" });
  await service.pool.query("update cases set run_id = gen_random_uuid() where id = $1", [failed]);
  await refused(failed, reopened, "case_changed");
});
