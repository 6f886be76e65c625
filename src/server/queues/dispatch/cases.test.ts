import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateRevision } from "#contract/agents/revisions.ts";
import { bulkUpdateCaseStatus } from "#contract/queues/case-bulk.ts";
import { listCaseRunRecentMessages, listCaseRuns } from "#contract/queues/case-runs.ts";
import { listCases, updateCase } from "#contract/queues/cases.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { getRun, stopRun } from "#contract/runs/runs.ts";
import { brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, caseOf, queueIn, storyOf } from "#server/testing/cases.ts";
import { lastLogLines } from "#server/testing/log-lines.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const consumer = async (queue: string, ...steps: string[]) => (await agentOn(service, scripted(...steps), { consumes: [queue] })).id;
const run = async (agent: string) => settled(service, await startRunOf(service, agent));
const results = async (runId: string) => brief(await messagesOf(service, runId)).filter((line) => line.startsWith("tool "));
const counts = async (queue_id: string) => (await service.ok(getQueue, { params: { queue_id } })).queue.case_counts;

describe("a producer", () => {
  test("adds cases to the queues that its revision names, and sees what is there", async () => {
    const queue = await queueIn(service);
    const { id } = await agentOn(
      service,
      scripted(
        'call add_cases {"cases": [{"title": "First", "labels": [{"value": "new"}]}, {"title": "Second"}]}',
        "call list_cases {}",
        "call claim_case {}",
      ),
      { produces: [queue] },
    );
    const { id: runId } = await run(id);
    const { cases, total } = await service.ok(listCases, { params: { queue_id: queue } });
    expect([total, cases.map((one) => one.title), cases[1]?.labels.map((l) => l.value)]).toEqual([2, ["Second", "First"], ["new"]]);
    const said = await results(runId);
    expect(said[1]).toContain('"total":2');
    expect(said[2]).toContain("There is no tool claim_case here.");
    const { events } = await caseOf(service, cases[0]?.id ?? "");
    expect(events[0]).toMatchObject({ type: "created", agent_run_id: runId, agent_id: id });
  });
});

describe("a consumer", () => {
  test("takes due cases first, then by priority, then by age, and each case once", async () => {
    const queue = await queueIn(service);
    const [old = "", urgent = "", due = "", young = "", later = ""] = await addCases(
      service,
      queue,
      { title: "old" },
      { title: "urgent", priority: "high" },
      { title: "due" },
      { title: "young" },
      { title: "later" },
    );
    const postponed_to = new Date(Date.now() + 86_400_000).toISOString();
    for (const case_id of [due, later]) await service.ok(updateCase, { params: { case_id }, body: { postponed_to } });
    await service.pool.query("update cases set postponed_to = now() where id = $1", [due]);
    await expect.poll(async () => (await caseOf(service, due)).case.display_status).toBe("pending");
    const agent = await consumer(queue, "call claim_case {}", "call complete_case {}");
    for (const expected of [due, urgent, old, young]) {
      const { id } = await run(agent);
      expect((await caseOf(service, expected)).case).toMatchObject({
        status: "completed",
        claimed_by_run_id: id,
        agent_run_status: "completed",
      });
    }
    expect((await results((await run(agent)).id))[0]).toContain("No case is waiting.");
    expect(await counts(queue)).toMatchObject({ pending: 0, completed: 4, postponed: 1 });
  });

  test("of thirty runs at once each gets a case of its own", async () => {
    const queue = await queueIn(service);
    const cases = await addCases(service, queue, ...Array.from({ length: 25 }, (_, i) => ({ title: `Case ${i}` })));
    const agent = await consumer(queue, "call claim_case {}", "call complete_case {}");
    const runs = await Promise.all(Array.from({ length: 30 }, () => startRunOf(service, agent)));
    await Promise.all(runs.map((id) => settled(service, id)));
    const { rows } = await service.pool.query(
      "select case_queue_item_id as id from runs where agent_id = $1 and case_queue_item_id is not null",
      [agent],
    );
    expect(rows.map((row) => row.id).toSorted()).toEqual(cases.toSorted());
    expect(await counts(queue)).toMatchObject({ pending: 0, in_progress: 0, completed: 25, failed: 0 });
  });

  test("passes over cases that others hold, and waits for one where they hold all", async () => {
    const queue = await queueIn(service);
    const cases = await addCases(service, queue, ...Array.from({ length: 70 }, (_, i) => ({ title: `Case ${i}` })));
    const agent = await consumer(queue, "call claim_case {}", "call complete_case {}");
    const other = await service.pool.connect();
    await other.query("begin");
    await other.query("select from cases where id = any($1) order by id for update", [cases.slice(0, 69)]);
    const [next, last] = [await run(agent), await startRunOf(service, agent)];
    expect((await caseOf(service, cases[69] ?? "")).case.claimed_by_run_id).toBe(next.id);
    await expect.poll(async () => brief(await messagesOf(service, last)).at(-1)).toBe("assistant tool_call: claim_case");
    await other.query("rollback");
    other.release();
    await settled(service, last);
    // A look during the rollback passes over those that are not free yet.
    const { rows } = await service.pool.query("select case_queue_item_id as id from runs where id = $1", [last]);
    expect(cases.slice(0, 69)).toContain(rows[0].id);
    expect((await caseOf(service, rows[0].id)).case).toMatchObject({ claimed_by_run_id: last, status: "completed" });
  });

  test("writes to its case and ends it by one call", async () => {
    const queue = await queueIn(service);
    const [first = "", second = "", third = ""] = await addCases(service, queue, { title: "A" }, { title: "B" }, { title: "C" });
    const update = 'call update_case {"title": "Better", "data": "Seen", "priority": "high", "labels": [{"value": "checked"}]}';
    const one = await consumer(
      queue,
      "call claim_case {}",
      update,
      'call complete_case {"note": "Paid"}',
      'call fail_case {"reason": "Again"}',
      "call claim_case {}",
    );
    const said = await results((await run(one)).id);
    expect(said[3]).toContain("This case is completed already.");
    expect(said[4]).toContain(first);
    expect((await caseOf(service, first)).case).toMatchObject({
      title: "Better",
      data: "Seen",
      priority: "high",
      status: "completed",
      labels: [{ value: "checked" }],
    });
    expect(await storyOf(service, first)).toEqual([
      "created",
      "claimed",
      "updated: title, data, priority: high, labels",
      "completed: Paid",
    ]);
    await run(await consumer(queue, "call claim_case {}", 'call fail_case {"reason": "Supplier unknown"}'));
    expect(await storyOf(service, second)).toEqual(["created", "claimed", "failed: Supplier unknown"]);
    expect((await caseOf(service, second)).case.failure_reason).toBe("Supplier unknown");
    const badly = 'call postpone_case {"postpone_to": "soon"}';
    const three = await consumer(
      queue,
      "call complete_case {}",
      "call claim_case {}",
      badly,
      'call postpone_case {"postpone_to": "2h", "reason": "Closed"}',
      "call complete_case {}",
    );
    const words = await results((await run(three)).id);
    expect(words.map((line) => /no case|neither|until/.exec(line)?.[0])).toEqual(["no case", undefined, "neither", "until", "no case"]);
    const { case: postponed } = await caseOf(service, third);
    expect(postponed).toMatchObject({ display_status: "postponed", claimed_by_run_id: null });
    expect(Math.round((Date.parse(postponed.postponed_to ?? "") - Date.now()) / 60_000)).toBe(120);
  });

  test("that ends without a word, fails or is stopped leaves its case failed, with the reason", async () => {
    const queue = await queueIn(service);
    const [silent = "", broken = "", stopped = ""] = await addCases(service, queue, { title: "A" }, { title: "B" }, { title: "C" });
    await run(await consumer(queue, "call claim_case {}", "say Done"));
    expect(await storyOf(service, silent)).toEqual(["created", "claimed", "failed: The run ended without closing the case."]);
    await run(await consumer(queue, "call claim_case {}", "fail The supplier is unknown"));
    expect((await storyOf(service, broken)).at(-1)).toBe("failed: The supplier is unknown");
    const { id } = await run(await consumer(queue, "call claim_case {}", 'approve "Go on?"'));
    expect((await caseOf(service, stopped)).case.display_status).toBe("needs_input");
    await service.ok(stopRun, { params: { run_id: id } });
    expect((await caseOf(service, stopped)).case).toMatchObject({ status: "failed", agent_run_status: "interrupted" });
    expect(await counts(queue)).toMatchObject({ failed: 3, needs_input: 0, in_progress: 0 });
  });

  test("waits with its case for a person, and goes on with the answer", async () => {
    const queue = await queueIn(service);
    const [caseId = ""] = await addCases(service, queue, { title: "A" });
    const { id } = await run(await consumer(queue, "call claim_case {}", 'approve "Pay it?"', "call complete_case {}"));
    const { pending_human_request: request } = await service.ok(getRun, { params: { run_id: id } });
    expect((await caseOf(service, caseId)).case).toMatchObject({ display_status: "needs_input", pending_human_request_id: request?.id });
    await service.ok(respondToHumanRequest, { params: { run_id: id, request_id: request?.id ?? "" }, body: { approved: true } });
    await settled(service, id, ["completed"]);
    const { runs } = await service.ok(listCaseRuns, { params: { case_id: caseId } }, { as: "member" });
    expect(runs).toMatchObject([{ id, status: "completed", has_pending_human_request: false, user_email: "owner@example.com" }]);
    expect(runs[0]?.evaluation).toEqual({ passed: 0, total: 0, status: "unavailable" });
    const recent = { params: { case_id: caseId, run_id: id } };
    const { messages } = await service.ok(listCaseRunRecentMessages, { ...recent, query: { limit: 2 } });
    expect(messages.map((m) => m.tool_call?.name ?? m.text_content)).toEqual([
      "complete_case",
      expect.stringContaining("All my steps are done"),
    ]);
    await service.fails(listCaseRunRecentMessages, recent, "forbidden", { as: "member" });
    const { id: other } = await run(await consumer(queue, "say Hello"));
    await service.fails(listCaseRunRecentMessages, { params: { ...recent.params, run_id: other } }, "not_found");
    expect(await storyOf(service, caseId)).toEqual([
      "created",
      "claimed",
      "human_request_created: Pay it?",
      "human_request_answered",
      "completed",
    ]);
  });

  test("can mend with a message what it left failed, and loses for good what a person takes back", async () => {
    const queue = await queueIn(service);
    const [mended = "", taken = ""] = await addCases(service, queue, { title: "A" }, { title: "B" });
    const goOn = (run_id: string) => service.ok(postRunMessage, { params: { run_id }, body: { message: "Go on" } });
    const first = await run(await consumer(queue, "call claim_case {}", 'approve "Go on?"', "call complete_case {}"));
    await service.ok(stopRun, { params: { run_id: first.id } });
    expect((await caseOf(service, mended)).case.status).toBe("failed");
    await goOn(first.id);
    expect(lastLogLines()).not.toContain("does not declare");
    await settled(service, first.id, ["completed"]);
    expect((await caseOf(service, mended)).case).toMatchObject({ status: "completed", claimed_by_run_id: first.id });
    const { id } = await run(await consumer(queue, "call claim_case {}", 'approve "Go on?"', "call complete_case {}"));
    await service.ok(bulkUpdateCaseStatus, { params: { queue_id: queue }, body: { case_ids: [taken], status: "pending" } });
    await goOn(id);
    await settled(service, id, ["completed"]);
    expect((await results(id)).at(-1)).toContain("This run works on no case");
    expect((await caseOf(service, taken)).case).toMatchObject({ display_status: "pending", claimed_by_run_id: null });
  });

  test("leaves what a person decided as it is, while it waits and when it goes on", async () => {
    const queue = await queueIn(service);
    const steps = [
      "call claim_case {}",
      'approve "Go on?"',
      'call update_case {"title": "Mine"}',
      "call complete_case {}",
      'call fail_case {"reason": "No"}',
    ];
    const agent = await consumer(queue, ...steps);
    for (const status of ["failed", "completed", "canceled"] as const) {
      const [caseId = ""] = await addCases(service, queue, { title: status });
      const { id } = await run(agent);
      const decided = await service.ok(updateCase, { params: { case_id: caseId }, body: { status } });
      expect(decided).toMatchObject({ case: { claimed_by_run_id: null, pending_human_request_id: null }, interruptedRunIds: [] });
      const { pending_human_request: request } = await service.ok(getRun, { params: { run_id: id } });
      await service.ok(respondToHumanRequest, { params: { run_id: id, request_id: request?.id ?? "" }, body: { approved: true } });
      await settled(service, id, ["completed"]);
      const words = await results(id);
      expect(words.slice(-3).every((line) => line.includes("This run works on no case"))).toBe(true);
      expect((await caseOf(service, caseId)).case).toMatchObject({ title: status, status, updated_at: decided.case.updated_at });
    }
  });

  test("hands its case to another agent that takes cases from the queue", async () => {
    const queue = await queueIn(service);
    const [caseId = ""] = await addCases(service, queue, { title: "A" });
    const { id: target } = await agentOn(service, scripted("call claim_case {}", "call complete_case {}"), { consumes: [queue] });
    const { id: outside } = await agentOn(service, scripted("say Hello"), {});
    const hand = (id: string) => `call request_handover {"agent": "${id}", "message": "Too much for me"}`;
    const source = await agentOn(service, scripted("call claim_case {}", hand(outside), hand(target), "say never"), { consumes: [queue] });
    await service.ok(updateRevision, { params: { build_id: source.buildId }, body: { handoverTargetIds: [target, outside] } });
    const handed = await run(source.id);
    expect((await results(handed.id))[1]).toContain("handles no cases of the queue");
    expect(brief(await messagesOf(service, handed.id)).at(-1)).toBe("handed_over system: Handed off to Agent with its case.");
    await expect.poll(async () => (await caseOf(service, caseId)).case.status).toBe("completed");
    const { runs } = await service.ok(listCaseRuns, { params: { case_id: caseId } });
    expect(runs.map((one) => one.agent_id)).toEqual([target, source.id]);
    expect((await results(runs[0]?.id ?? ""))[0]).toContain("Too much for me");
    expect(await storyOf(service, caseId)).toEqual([
      "created",
      "claimed",
      "handed_over: To Agent: Too much for me",
      "claimed",
      "completed",
    ]);
  });
});
