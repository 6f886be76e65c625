import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listCaseApprovalRequests, respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { getRunDetails, stopRun } from "#contract/runs/runs.ts";
import type { Topic } from "#contract/topics.ts";
import type { Change } from "#server/platform/live/recent.ts";
import { brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, caseOf, queueIn, storyOf } from "#server/testing/cases.ts";
import type { CallOptions } from "#server/testing/service.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** A case whose run waits for two people. */
async function asked() {
  const queue = await queueIn(service);
  const [caseId = ""] = await addCases(service, queue, { title: "Refund" });
  const approvals = [
    { assignee: "Member@example.com", prompt: "Is the sum right?" },
    { assignee: service.ids.manager, prompt: "May it be paid?" },
  ];
  const ask = (rows: object[]) => `call request_approval ${JSON.stringify({ title: "Pay it?", approvals: rows })}`;
  const steps = [
    "call claim_case {}",
    ask([{ assignee: "stranger@example.com", prompt: "?" }]),
    ask(approvals),
    "say {{last}}",
    "call complete_case {}",
  ];
  const { id: agent } = await agentOn(service, scripted(...steps), { consumes: [queue] });
  const { id: run } = await settled(service, await startRunOf(service, agent));
  const [batch] = (await caseOf(service, caseId)).approvalBatches;
  return { queue, agent, caseId, run, batch, rows: batch?.rows.map((row) => row.id) ?? [] };
}
const decide = (request_id = "", decision: "approved" | "rejected", options?: CallOptions) =>
  service.call(respondToCaseApprovalRequest, { params: { request_id }, body: { decision } }, options);

test("a run asks several people at once and goes on when the last has decided", async () => {
  const { queue, caseId, run, batch, rows } = await asked();
  expect(batch).toMatchObject({
    agent_run_id: run,
    title: "Pay it?",
    resolved_at: null,
    rows: [
      { assignee_email: "member@example.com", prompt: "Is the sum right?", decision: null },
      { assignee_email: "manager@example.com", prompt: "May it be paid?", decision: null },
    ],
  });
  expect((await caseOf(service, caseId)).case).toMatchObject({
    display_status: "needs_input",
    pending_approval_batch_id: batch?.id,
    pending_approval_assignee_user_ids: [service.ids.member, service.ids.manager],
  });
  expect((await service.ok(getQueue, { params: { queue_id: queue } })).queue.has_approvals).toBe(true);
  const { run: waiting } = await service.ok(getRunDetails, { params: { run_id: run } });
  expect(waiting.case).toMatchObject({ id: caseId, title: "Refund", queue_id: queue });
  const open = async (as: "owner" | "member" | "manager" | "colleague") => {
    const { approvals, total } = await service.ok(listCaseApprovalRequests, { params: { teamId: service.teamId } }, { as });
    expect(approvals).toHaveLength(total);
    return approvals.filter((row) => row.case_id === caseId).map((row) => row.id);
  };
  expect([await open("owner"), await open("member"), await open("manager"), await open("colleague")]).toEqual([
    rows,
    [rows[0]],
    [rows[1]],
    [],
  ]);
  // Managers find what others are asked, and see what is theirs to decide.
  const ofTeam = { params: { teamId: service.teamId }, query: { whose: "team" as const } };
  const found = (await service.ok(listCaseApprovalRequests, ofTeam, { as: "manager" })).approvals.filter((row) => row.case_id === caseId);
  expect(found.map((row) => [row.id, row.may_decide])).toEqual([
    [rows[0], false],
    [rows[1], true],
  ]);
  await service.fails(listCaseApprovalRequests, ofTeam, "forbidden", { as: "member" });
  expect((await decide(rows[0], "approved", { as: "colleague" })).error?.error).toBe("forbidden");
  expect((await decide(rows[0], "approved", { as: "manager" })).error?.error).toBe("forbidden");
  const twenty = await Promise.all(Array.from({ length: 20 }, () => decide(rows[0], "approved", { as: "member" })));
  expect(twenty.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect((await caseOf(service, caseId)).case).toMatchObject({
    display_status: "needs_input",
    pending_approval_assignee_user_ids: [service.ids.manager],
    approval_approved_count: 1,
  });
  expect([await open("owner"), await open("member")]).toEqual([[rows[1]], []]);
  // Whom the run acts for may decide too.
  expect((await decide(rows[1], "rejected")).ok).toMatchObject({ decision: "rejected", resolved_by_user_id: service.ids.owner });
  expect((await decide(rows[1], "approved")).error?.message).toBe("You declined this already, in another window.");
  const decided = async (as: "owner" | "member" | "colleague" | "manager", more: { whose?: "team"; decision?: "rejected" } = {}) => {
    const query = { state: "answered" as const, ...more };
    const { approvals, total } = await service.ok(listCaseApprovalRequests, { params: { teamId: service.teamId }, query }, { as });
    expect(approvals).toHaveLength(total);
    return approvals.filter((row) => row.case_id === caseId).map((row) => [row.id, row.decision, row.responded_by_name]);
  };
  const [second, first] = await decided("owner");
  expect([second?.slice(0, 2), first?.slice(0, 2)]).toEqual([
    [rows[1], "rejected"],
    [rows[0], "approved"],
  ]);
  expect([await decided("member"), await decided("colleague")]).toEqual([[first], []]);
  // A Manager who had to decide one of them sees both, and which were decided one way.
  expect([await decided("manager"), await decided("manager", { whose: "team" })]).toEqual([[second], [second, first]]);
  expect(await decided("manager", { whose: "team", decision: "rejected" })).toEqual([second]);
  await settled(service, run, ["completed"]);
  const said = brief(await messagesOf(service, run));
  expect(said.find((line) => line.includes("can approve"))).toContain("stranger@example.com");
  expect(said.find((line) => line.includes("decisions"))).toContain('"approved":false');
  const done = await caseOf(service, caseId);
  expect(done.case).toMatchObject({
    status: "completed",
    pending_approval_batch_id: null,
    approval_approved_count: 1,
    approval_rejected_count: 1,
  });
  expect(done.approvalBatches[0]).toMatchObject({
    cancelled_at: null,
    rows: [{ decision: "approved" }, { decision: "rejected", responded_by_email: "owner@example.com" }],
  });
  expect(done.approvalBatches[0]?.resolved_at).not.toBeNull();
  expect((await storyOf(service, caseId)).slice(2)).toEqual([
    "human_request_created: Pay it?",
    "human_request_answered: approved",
    "human_request_answered: rejected",
    "completed",
  ]);
});

test("windows of everybody who may be asked look into the inbox when a request opens or closes, and not for another change of its case", async () => {
  const told: Change[] = [];
  onTestFinished(service.app.services.live.subscribe(service.teamId, (_event, change) => told.push(change)));
  const shown: readonly Topic[] = getInbox.reads;
  const looks = () => told.splice(0).filter(({ topic, userId }) => userId === undefined && shown.includes(topic));
  const { caseId, run, rows } = await asked();
  const once = [{ teamId: service.teamId, topic: "case_approval", id: "*" }];
  expect(looks()).toEqual(once);
  await service.ok(updateCase, { params: { case_id: caseId }, body: { priority: "high" } });
  const { id: other } = await settled(service, await startRunOf(service, (await agentOn(service, scripted("say done"), {})).id));
  await service.ok(postRunMessage, { params: { run_id: other }, body: { message: "More" } });
  expect(looks()).toEqual([]);
  await decide(rows[0], "approved", { as: "member" });
  expect(looks()).toEqual(once);
  await service.ok(updateCase, { params: { case_id: caseId }, body: { status: "pending" } });
  expect(looks()).toEqual(once);
  await service.ok(stopRun, { params: { run_id: run } });
  expect(looks()).toEqual(once);
});

test("what nobody waits for any more cannot be decided", async () => {
  const stopped = await asked();
  await service.ok(stopRun, { params: { run_id: stopped.run } });
  expect((await decide(stopped.rows[0], "approved", { as: "member" })).error?.error).toBe("already_answered");
  const [batch] = (await caseOf(service, stopped.caseId)).approvalBatches;
  expect(batch).toMatchObject({
    cancellation_reason: "A person stopped the run.",
    rows: [{ decision: null, cancellation_reason: "A person stopped the run." }, {}],
  });
  const told = await asked();
  await service.ok(postRunMessage, { params: { run_id: told.run }, body: { message: "Do not pay" } });
  await settled(service, told.run, ["completed"]);
  expect(brief(await messagesOf(service, told.run)).some((line) => line.includes("wrote a message instead of answering"))).toBe(true);
  expect((await decide(told.rows[0], "approved", { as: "member" })).error?.error).toBe("already_answered");
});

test("a case taken back waits for nobody; what was asked about it stays answerable, once, and is noted on it", async () => {
  const { queue, agent, caseId, run, batch, rows } = await asked();
  const params = { case_id: caseId };
  const open = async (query: { state?: "former"; queue_id?: string; agent_id?: string } = {}) => {
    const { approvals } = await service.ok(listCaseApprovalRequests, { params: { teamId: service.teamId }, query });
    return approvals.filter((row) => row.case_id === caseId).map((row) => row.id);
  };
  expect([await open({ queue_id: queue, agent_id: agent }), await open({ queue_id: agent })]).toEqual([rows, []]);
  const reopened = await service.ok(updateCase, { params, body: { status: "pending" } });
  const free = {
    display_status: "pending",
    pending_approval_batch_id: null,
    pending_approval_assignee_user_ids: [],
    claimed_by_run_id: null,
  };
  expect(reopened).toMatchObject({ case: free, interruptedRunIds: [] });
  expect([await open(), await open({ state: "former" })]).toEqual([[], rows]);
  expect((await decide(rows[0], "approved", { as: "member" })).status).toBe(200);
  await service.ok(updateCase, { params, body: { status: "failed" } });
  expect((await decide(rows[1], "approved", { as: "manager" })).status).toBe(200);
  expect((await decide(rows[1], "approved", { as: "manager" })).error?.error).toBe("already_answered");
  await settled(service, run, ["completed"]);
  expect(brief(await messagesOf(service, run)).some((line) => line.includes("This run works on no case"))).toBe(true);
  expect(await open({ state: "former" })).toEqual([]);
  const { case: failed, approvalBatches } = await caseOf(service, caseId);
  expect([failed.status, approvalBatches.map((one) => [one.id, one.resolved_at === null])]).toEqual(["failed", [[batch?.id, false]]]);
  expect((await storyOf(service, caseId)).slice(2)).toEqual([
    "human_request_created: Pay it?",
    "status_changed: pending",
    "human_request_answered: approved",
    "status_changed: failed",
    "human_request_answered: approved",
  ]);
});

test("of two open batches of a case that was taken up again one is its own, and the other is of the run before", async () => {
  const { agent, caseId, run: before, batch, rows } = await asked();
  await service.ok(updateCase, { params: { case_id: caseId }, body: { status: "pending" } });
  const { id: now } = await settled(service, await startRunOf(service, agent));
  const { case: one, approvalBatches } = await caseOf(service, caseId);
  const short = approvalBatches.map(({ agent_run_id, agent_run_user_id, of_former_run, resolved_at }) => [
    agent_run_id,
    agent_run_user_id,
    of_former_run,
    resolved_at,
  ]);
  expect(short).toEqual([
    [now, service.ids.owner, false, null],
    [before, service.ids.owner, true, null],
  ]);
  const own = approvalBatches[0];
  expect(one).toMatchObject({ display_status: "needs_input", claimed_by_run_id: now, pending_approval_batch_id: own?.id });
  const open = async (state: "pending" | "former") => {
    const { approvals } = await service.ok(listCaseApprovalRequests, { params: { teamId: service.teamId }, query: { state } });
    return approvals.filter((row) => row.case_id === caseId).map(({ id, of_former_run }) => [id, of_former_run]);
  };
  expect(await open("former")).toEqual(rows.map((id) => [id, true]));
  expect(await open("pending")).toEqual((own?.rows ?? []).map(({ id }) => [id, false]));
  // The answers to the former run end it, and leave the case to the run that has it.
  for (const id of rows) expect((await decide(id, "rejected")).status).toBe(200);
  await settled(service, before, ["completed"]);
  const still = await caseOf(service, caseId);
  expect(still.case).toMatchObject({ display_status: "needs_input", pending_approval_batch_id: own?.id, approval_rejected_count: 0 });
  expect(still.approvalBatches[1]).toMatchObject({ id: batch?.id, of_former_run: true, rows: [{ decision: "rejected" }, {}] });
  for (const { id } of own?.rows ?? []) expect((await decide(id, "approved")).status).toBe(200);
  await settled(service, now, ["completed"]);
  expect((await caseOf(service, caseId)).case.status).toBe("completed");
});
