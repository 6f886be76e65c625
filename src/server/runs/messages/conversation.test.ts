import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAgent } from "#contract/agents/agents.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { deleteQueue } from "#contract/queues/queues.ts";
import { listHumanRequests, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { listRunMessages, postRunMessage } from "#contract/runs/messages.ts";
import { getRun, getRunDetails, stopRun } from "#contract/runs/runs.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import type { Change } from "#server/platform/live/recent.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function asking(...steps: string[]) {
  const agent = await agentWith(service, scripted(...steps));
  const run_id = await startRunOf(service, agent.id, { message: "Begin" });
  expect((await settled(service, run_id)).status).toBe("waiting");
  const { pending_human_request } = await service.ok(getRun, { params: { run_id } });
  return { run_id, request_id: pending_human_request?.id ?? "", request: pending_human_request };
}

it("a run of a deleted agent takes no message, and stays as it ended", async () => {
  const { id: agent_id } = await agentWith(service, scripted("say Done"));
  const run_id = await startRunOf(service, agent_id, { message: "Begin" });
  expect((await settled(service, run_id)).status).toBe("completed");
  const before = await messagesOf(service, run_id);
  await service.ok(deleteAgent, { params: { agent_id } });
  const refused = await service.fails(postRunMessage, { params: { run_id }, body: { message: "Go on" } }, "not_accepting_messages");
  expect(refused.message).toContain("was deleted");
  expect((await settled(service, run_id)).status).toBe("completed");
  expect(await messagesOf(service, run_id)).toEqual(before);
});

describe("asking a person", () => {
  it("waits for an approval and goes on with it", async () => {
    const { run_id, request_id, request } = await asking('approve "Send it?"', "say {{last}}");
    expect(request).toMatchObject({ type: "approval", title: "Send it?" });
    const { human_request } = await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { approved: true } });
    expect(human_request).toMatchObject({ response: '{"approved":true}' });
    expect((await settled(service, run_id)).status).toBe("completed");
    expect(brief(await messagesOf(service, run_id)).at(-2)).toBe('assistant text: {"approved":true}');
  });

  it("shows what a stranger wrote in the order in which it is stored", async () => {
    const { request } = await asking('approve "Pay ACME\u202e 129.00 EUR?"');
    expect(request?.title).toBe("Pay ACME\uFFFD 129.00 EUR?");
  });

  it("asks a question with options", async () => {
    const { run_id, request_id, request } = await asking('ask "Which month?" options: January, February', "say {{last}}");
    expect(request?.questions).toEqual([{ question: "Which month?", options: [{ label: "January" }, { label: "February" }] }]);
    await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { answers: { "Which month?": "February" } } });
    await settled(service, run_id);
    expect(brief(await messagesOf(service, run_id)).at(-2)).toBe("assistant text: February");
  });

  it("says how much of its time it waited, requests at once counted once", async () => {
    const { run_id, request_id } = await asking('approve "Send it?"', "say Done");
    await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { approved: true } });
    await settled(service, run_id);
    const request = (from: number, to: number) =>
      service.pool.query(
        `insert into human_requests (id, run_id, team_id, tool_call_id, kind, title, created_at, cancelled_at)
         values ($1, $2, $3, 'more', 'approval', 'More', now() + make_interval(hours => $4), now() + make_interval(hours => $5))`,
        [randomUUID(), run_id, service.teamId, from, to],
      );
    const waited = async () => (await service.ok(getRunDetails, { params: { run_id } })).run.waited_ms;
    const before = await waited();
    expect(before).toBeLessThan(60_000);
    await request(1, 3);
    await request(2, 4);
    await request(6, 7);
    expect(Math.round(((await waited()) - before) / 60_000)).toBe(4 * 60);
    await service.pool.query("update human_requests set cancelled_at = null where run_id = $1 and tool_call_id = 'more'", [run_id]);
    expect(await waited()).toBe(before);
  });

  it("refuses answers that do not fit, twice, late or from somebody else", async () => {
    const { run_id, request_id } = await asking('approve "Send it?"', 'approve "Sure?"', "say Done");
    const respond = (body: object, code: string, as?: "member", params = { run_id, request_id }) =>
      service.fails(respondToHumanRequest, { params, body }, code, as && { as });
    await respond({ answers: { x: "y" } }, "wrong_answer");
    await respond({}, "wrong_answer");
    await respond({ approved: true }, "forbidden", "member");
    await respond({ approved: true }, "not_found", undefined, { run_id, request_id: randomUUID() });
    await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { approved: true } });
    const twice = await respond({ approved: false }, "already_answered");
    expect(twice.message).toBe("You approved this already, in another window.");
    await service.pool.query("update runs set status = 'running' where id = $1", [(await settled(service, run_id)).id]);
    const { pending_human_request } = await service.ok(getRun, { params: { run_id } });
    await respond({ approved: true }, "not_waiting", undefined, { run_id, request_id: pending_human_request?.id ?? "" });
  });

  it("keeps who answered, who wrote and who stopped", async () => {
    const { run_id, request_id } = await asking('ask "Which month?"', 'ask "And now?"', 'ask "And then?"', "say Done");
    const params = { run_id };
    await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { answers: { "Which month?": "May" } } });
    await settled(service, run_id);
    await service.ok(postRunMessage, { params, body: { message: "Go on" } }, { as: "manager" });
    await settled(service, run_id);
    await service.ok(stopRun, { params });
    const said = (await messagesOf(service, run_id)).filter(({ user_name }) => user_name !== undefined);
    const names = await service.pool.query<{ id: string; name: string }>("select id, name from users");
    const nameOf = (id: string) => names.rows.find((user) => user.id === id)?.name;
    expect(said.map(({ type, user_name }) => [type, user_name])).toEqual([
      ["tool_result", nameOf(service.ids.owner)],
      ["text", nameOf(service.ids.manager)],
      ["system", nameOf(service.ids.owner)],
    ]);
  });

  it("answers once under 20 parallel answers", async () => {
    const { run_id, request_id } = await asking('approve "Send it?"', "say Done");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        service.call(respondToHumanRequest, { params: { run_id, request_id }, body: { approved: i % 2 === 0 } }),
      ),
    );
    expect(answers.filter((a) => a.ok)).toHaveLength(1);
    await settled(service, run_id);
    expect((await messagesOf(service, run_id)).filter((m) => m.type === "tool_result")).toHaveLength(1);
  });

  it("names the case that a request is about, while it waits and once it is answered", async () => {
    const queue = await queueIn(service);
    const [caseId] = await addCases(service, queue, { title: "Bill 14" });
    const steps = ["call claim_case {}", 'approve "Send the bill?"', "call complete_case {}"];
    const { id: agent } = await agentOn(service, scripted(...steps), { consumes: [queue] });
    const { id: run_id } = await settled(service, await startRunOf(service, agent));
    const requests = async (state: "pending" | "answered") => {
      const { human_requests } = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: { state } });
      return human_requests.filter((request) => request.run_id === run_id);
    };
    const [open] = await requests("pending");
    expect(open?.case).toEqual({ id: caseId, title: "Bill 14", queue_id: queue, queue_name: expect.any(String) });
    await service.ok(respondToHumanRequest, { params: { run_id, request_id: open?.id ?? "" }, body: { approved: true } });
    await settled(service, run_id);
    expect((await requests("answered"))[0]?.case?.id).toBe(caseId);
    await service.ok(deleteQueue, { params: { queue_id: queue } });
    expect((await requests("answered"))[0]).toMatchObject({ title: "Send the bill?", case: null });
  });

  it("sets apart what a run asks that no longer has its case, and closes it with the run", async () => {
    const [queue, other] = [await queueIn(service), await queueIn(service)];
    const [caseId = ""] = await addCases(service, queue, { title: "Bill 15" });
    const { id: agent_id } = await agentOn(service, scripted("call claim_case {}", 'approve "Pay it?"'), { consumes: [queue] });
    const { id: run_id } = await settled(service, await startRunOf(service, agent_id));
    const asked = async (state: "pending" | "former", more: { agent_id?: string; queue_id?: string } = { agent_id }) => {
      const found = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: { state, ...more } });
      return [found.total, found.human_requests.map((request) => [request.run_id, request.of_former_run])];
    };
    expect(await asked("pending")).toEqual([1, [[run_id, false]]]);
    expect(await asked("pending", { queue_id: queue })).toEqual([1, [[run_id, false]]]);
    expect(await asked("pending", { queue_id: other })).toEqual([0, []]);
    const changes: Change[] = [];
    const unsubscribe = service.app.services.live.subscribe(service.teamId, (_event, change) => changes.push(change));
    await service.ok(updateCase, { params: { case_id: caseId }, body: { status: "canceled" } });
    unsubscribe();
    expect(changes).toContainEqual(expect.objectContaining({ topic: "human_request", id: run_id }));
    expect([await asked("pending"), await asked("former")]).toEqual([
      [0, []],
      [1, [[run_id, true]]],
    ]);
    await service.ok(stopRun, { params: { run_id } });
    expect(await asked("former")).toEqual([0, []]);
  });

  it("lists what waits in the inbox: all for a manager, one's own below", async () => {
    const { request_id } = await asking('approve "Inbox?"');
    const inbox = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: {} }, { as: "manager" });
    expect(inbox.human_requests.map((r) => r.id)).toContain(request_id);
    expect(inbox.total).toBe(inbox.human_requests.length);
    const mine = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: {} }, { as: "member" });
    expect(mine).toMatchObject({ human_requests: [], total: 0 });
    const answered = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: { state: "answered" } });
    expect(answered.human_requests.every((r) => r.responded_by_name === "owner")).toBe(true);
  });
});

describe("messages", () => {
  it("wake a completed run, take a question back, and reach a stopped one", async () => {
    const { run_id } = await asking('ask "Which month?"', "say {{message}}");
    await service.ok(postRunMessage, { params: { run_id }, body: { message: "Never mind" } });
    expect((await settled(service, run_id)).status).toBe("completed");
    await service.ok(postRunMessage, { params: { run_id }, body: { message: "Again" } });
    expect((await settled(service, run_id)).status).toBe("waiting");
    await service.ok(stopRun, { params: { run_id } });
    await service.ok(postRunMessage, { params: { run_id }, body: { message: "Go on" } });
    expect((await settled(service, run_id)).status).toBe("completed");
    const messages = await messagesOf(service, run_id);
    expect(messages.filter((m) => m.role === "user").map((m) => m.delivery)).toEqual(["acted_on", "acted_on", "acted_on", "acted_on"]);
    expect(messages.findLast((m) => m.type === "text" && m.role === "assistant")?.text_content).toBe("Go on");
  });

  it("are refused by a failed run and by running code", async () => {
    const failing = await startRunOf(service, (await agentWith(service, scripted("fail No such supplier"))).id);
    expect(await settled(service, failing)).toMatchObject({
      status: "failed",
      failure: { code: "scripted_failure", message: "No such supplier" },
    });
    await service.fails(postRunMessage, { params: { run_id: failing }, body: { message: "Hello" } }, "run_failed");
    const code = await startRunOf(service, (await agentWith(service, python("import time; time.sleep(20)"))).id);
    await settled(service, code, ["running"]);
    await service.fails(postRunMessage, { params: { run_id: code }, body: { message: "Hello" } }, "not_accepting_messages");
    await service.ok(stopRun, { params: { run_id: code } });
  });

  it("are found by text, with their positions; other people's are not shown", async () => {
    const run_id = await startRunOf(service, (await agentWith(service, scripted("call list_files {}", "say The 100% answer_"))).id, {
      message: "Look for it",
    });
    await settled(service, run_id);
    const found = await service.ok(listRunMessages, { params: { run_id }, query: { search: "100% ANSWER_" } });
    expect(found).toMatchObject({ total: 1, positions: [4] });
    await service.fails(listRunMessages, { params: { run_id }, query: {} }, "forbidden", { as: "member" });
    await service.fails(postRunMessage, { params: { run_id }, body: { message: "x" } }, "forbidden", { as: "member" });
  });
});
