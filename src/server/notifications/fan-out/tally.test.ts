import { afterAll, beforeAll, expect, test } from "vitest";
import { createRevision, promoteRevision } from "#contract/agents/revisions.ts";
import { setNotificationChat } from "#contract/notifications/chats.ts";
import type { NotificationType } from "#contract/notifications/notification-words.ts";
import { listNotificationBatches, listNotifications } from "#contract/notifications/notifications.ts";
import { listCases, updateCase } from "#contract/queues/cases.ts";
import { createCaseQueueEvalRubric, getCaseQueueEvalRubrics } from "#contract/queues/queue-rubrics.ts";
import { getQueue } from "#contract/queues/queues.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestChat, startChat } from "#server/testing/chat-server.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let mail: TestMailServer;
let chat: TestChat;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  chat = await startChat();
  const env = { SMTP_URL: mail.url, MAIL_FROM: "Caseload <caseload@example.com>", OUTBOUND_ALLOW: chat.host };
  service = await startService({ env });
});
afterAll(async () => {
  await service.close();
  await mail.close();
  await chat.close();
});

const params = () => ({ teamId: service.teamId });
const told = async (agentId: string, type: NotificationType, as: "owner" | "manager" | "member" = "owner") =>
  (await service.ok(listNotifications, { params: params(), query: { type } }, { as })).notifications.filter(
    ({ agent_id }) => agent_id === agentId,
  );
const nameOf = async (queue_id: string) => (await service.ok(getQueue, { params: { queue_id } })).queue.name;
const since = (link: string) => new URLSearchParams(link.slice(link.indexOf("?"))).get("since") ?? undefined;
async function nextRevision(agent_id: string, ...steps: string[]): Promise<void> {
  const { build } = await service.ok(createRevision, { params: { agent_id }, body: { name: "Next", config: scripted(...steps) } });
  await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
}

test("failed cases are counted once each, with their commonest reasons, in the console, by email and in Slack", async () => {
  await service.ok(setNotificationChat, { params: { ...params(), channel: "slack" }, body: { address: chat.address("cases") } });
  const queue = await queueIn(service);
  const name = await nameOf(queue);
  const agent = await agentOn(service, scripted("call claim_case {}", "fail The supplier is unknown"), { consumes: [queue] });
  const work = async () => settled(service, await startRunOf(service, agent.id, {}, { as: "owner" }), ["failed", "completed"]);
  const failed = () => told(agent.id, "case_failed");
  const [first = ""] = await addCases(service, queue, ...["A", "B", "C", "D", "E"].map((title) => ({ title })));
  await work();
  await expect.poll(failed).toMatchObject([{ title: "“A” failed", body: `In the queue “${name}”: The supplier is unknown`, subjects: 1 }]);
  await service.ok(updateCase, { params: { case_id: first }, body: { status: "pending" } });
  for (let n = 0; n < 3; n += 1) await work();
  await expect
    .poll(failed)
    .toMatchObject([
      { title: `3 cases failed in ${name}`, body: "Failed by a written step (practice model) 3: The supplier is unknown", subjects: 3 },
    ]);
  await nextRevision(agent.id, "call claim_case {}", 'call fail_case {"reason": "The sum differs"}');
  for (let n = 0; n < 2; n += 1) await work();
  const body = "Failed by a written step (practice model) 3: The supplier is unknown · The sum differs 2";
  await expect.poll(failed).toMatchObject([{ title: `5 cases failed in ${name}`, body, occurrences: 6, subjects: 5 }]);
  const [one] = await failed();
  expect(one?.link).toMatch(new RegExp(`^/t/${service.teamId}/queues/${queue}\\?status=failed&since=`));
  const query = { status: "failed", updated_at_from: since(one?.link ?? "") };
  expect((await service.ok(listCases, { params: { queue_id: queue }, query })).total).toBe(5);
  const { batches } = await service.ok(listNotificationBatches, { params: params() });
  expect(batches.find(({ agent_id }) => agent_id === agent.id)).toMatchObject({
    counts: { case_failed: 1 },
    subjects: { case_failed: 5 },
    worst: { title: `5 cases failed in ${name}` },
  });
  await service.pool.query("update notification_deliveries set next_attempt_at = now() where next_attempt_at is not null");
  const subject = `5 cases failed in ${name}`;
  const mails = () => mail.mails.filter((sent) => sent.mail.subject?.startsWith(subject));
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  expect(mails()[0]?.mail.text).toContain(body);
  expect(mails()[0]?.mail.text).toContain(`${service.url}${one?.link}`);
  expect(mails()[0]?.mail.text).not.toContain("Happened");
  await expect.poll(() => chat.taken("cases").length).toBe(1);
  const message = JSON.stringify(chat.taken("cases"));
  expect(message).toContain("Failed by a written step (practice model) 3 · Failed by the agent 2");
  expect(message).not.toContain("The sum differs");
});

test("cases that failed a rubric are counted once each, by the rubrics that they failed", async () => {
  const queue = await queueIn(service);
  const name = await nameOf(queue);
  const agent = await agentOn(service, scripted("call claim_case {}", "say It is 129", "call complete_case {}"), { consumes: [queue] });
  await addCases(service, queue, ...["First", "A", "B", "C"].map((title) => ({ title })));
  const work = async () => settled(service, await startRunOf(service, agent.id), ["completed"]);
  await work();
  const rubrics = () => service.ok(getCaseQueueEvalRubrics, { params: { queue_id: queue } });
  await expect.poll(async () => (await rubrics()).version).toBe(1);
  const rubric = (title: string, description: string) =>
    service.ok(createCaseQueueEvalRubric, { params: { queue_id: queue }, body: { title, description } });
  await rubric("Names the month", 'Does the case name the month: contains "March"');
  await rubric("Names the sum", 'Does the case name the sum: contains "129"');
  await work();
  await nextRevision(agent.id, "call claim_case {}", "call complete_case {}");
  for (let n = 0; n < 2; n += 1) await work();
  const issues = () => told(agent.id, "case_issue");
  await expect.poll(async () => (await issues())[0]?.title).toBe(`3 cases failed a rubric in ${name}`);
  const [one] = await issues();
  expect(one).toMatchObject({ body: "Names the month 3 · Names the sum 2", subjects: 3 });
  const query = { status: "issues", updated_at_from: since(one?.link ?? "") };
  expect((await service.ok(listCases, { params: { queue_id: queue }, query })).total).toBe(3);
});

test("failed runs are counted, of others for Managers only, and lead to these runs", async () => {
  const { id } = await agentWith(service, scripted("fail The ledger is closed"), { as: "builder" });
  for (const as of ["member", "member", "owner"] as const) await settled(service, await startRunOf(service, id, {}, { as }), ["failed"]);
  await expect.poll(async () => (await told(id, "job_issue"))[0]?.title).toBe("3 runs of Agent failed");
  const [one] = await told(id, "job_issue");
  expect(one).toMatchObject({ body: "Failed by a written step (practice model) 3, last: The ledger is closed", subjects: 3 });
  expect((await told(id, "job_issue", "member"))[0]?.title).toBe("2 runs of Agent failed");
  const query = Object.fromEntries(new URLSearchParams(one?.link.slice(one.link.indexOf("?"))));
  expect(query).toEqual({ status: "failed", agent: id, failure: "scripted_failure", since: expect.any(String) });
  const asked = { status: "failed", agent_id: id, failure_code: "scripted_failure", since: query.since } as const;
  expect((await service.ok(listTeamRuns, { params: params(), query: asked })).total).toBe(3);
});
