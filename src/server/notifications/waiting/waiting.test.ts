import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getNotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/preferences.ts";
import { unsubscribe } from "#contract/notifications/unsubscribing.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { stopToken } from "#server/notifications/deliveries/stop-token.ts";
import { planWaiting } from "./waiting.store.ts";

let mail: TestMailServer;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ env: { SMTP_URL: mail.url, MAIL_FROM: "caseload@example.com" } });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});
afterEach(async () => {
  await service.pool.query("delete from notification_deliveries");
  await service.pool.query("update human_requests set cancelled_at = now() where cancelled_at is null");
});

const as = "member";
const params = () => ({ teamId: service.teamId });
const about = (subject: RegExp) => mail.mails.filter(({ mail: one }) => subject.test(one.subject ?? ""));
const arrives = async (subject: RegExp, count = 1) => {
  await expect.poll(() => about(subject).length, { timeout: 20_000 }).toBe(count);
  return about(subject).at(-1);
};
const sentTo = async () => {
  const { rows } = await service.pool.query<{ recipient_id: string; sent: boolean; next_attempt_at: string | null }>(
    "select recipient_id, sent_at is not null as sent, next_attempt_at from notification_deliveries where batch_id is null order by created_at",
  );
  return rows;
};
/** Asks the member something, which then has waited for so many minutes. */
async function asks(question: string, minutes: number): Promise<string> {
  const { id } = await agentWith(service, scripted(`ask ${question}`), { as: "builder" });
  const { id: run_id } = await settled(service, await startRunOf(service, id, {}, { as }), ["waiting"]);
  await service.pool.query("update human_requests set created_at = now() - make_interval(mins => $2) where run_id = $1", [run_id, minutes]);
  return run_id;
}
const plan = () => planWaiting(service.app.services.store.db);
/** So many minutes go by. */
async function pass(minutes: number): Promise<void> {
  for (const table of ["notification_deliveries", "human_requests"])
    await service.pool.query(`update ${table} set created_at = created_at - make_interval(mins => $1)`, [minutes]);
}

test("one email tells of all that has waited for 15 minutes, and none of it is told again", async () => {
  const run_id = await asks("Which month?", 20);
  await asks("Which account?", 90);
  const later = await asks("Not yet", 5);
  // Two processes may look at once.
  await Promise.all([plan(), plan(), plan()]);
  const email = await arrives(/^Waits for you: Which account\?, and 1 more$/);
  expect(email?.to).toEqual([expect.stringMatching(/^member/)]);
  expect(email?.mail.text).toContain("2 requests wait for you");
  expect(email?.mail.text).toMatch(/has waited for (20|21) minutes\.\n {2}http.*\/runs\//);
  expect(email?.mail.text).toContain(`/t/${service.teamId}/runs/${run_id}`);
  expect(email?.mail.text).not.toContain("Not yet");
  await plan();
  await service.ok(stopRun, { params: { run_id: later } }, { as });
  await pass(120);
  await plan();
  expect(await sentTo()).toHaveLength(1);
});

test("what begins to wait later is told with what still waits, not more than once an hour", async () => {
  await asks("First?", 20);
  await plan();
  await arrives(/^Waits for you: First\?$/);
  await pass(5);
  await asks("Second?", 16);
  await plan();
  expect(await sentTo()).toHaveLength(1);
  await pass(60);
  await plan();
  await arrives(/^Waits for you: First\?, and 1 more$/);
});

test("who is named in an approval is told, and not whom the run acts for", async () => {
  const queue = await queueIn(service);
  await addCases(service, queue, { title: "Refund" });
  const ask = { title: "Pay the refund?", approvals: [{ assignee: service.ids.manager, prompt: "May it be paid?" }] };
  const { id } = await agentOn(service, scripted("call claim_case {}", `call request_approval ${JSON.stringify(ask)}`), {
    consumes: [queue],
  });
  await settled(service, await startRunOf(service, id), ["waiting"]);
  await service.pool.query("update case_approval_batches set created_at = now() - interval '1 hour'");
  await plan();
  const email = await arrives(/^Waits for you: Pay the refund\?$/);
  expect(email?.to).toEqual([expect.stringMatching(/^manager/)]);
  expect(email?.mail.text).toContain(`/t/${service.teamId}/inbox`);
  expect((await sentTo()).map((one) => one.recipient_id)).toEqual([service.ids.manager]);
  await service.pool.query("update case_approval_batches set cancelled_at = now()");
});

test("what was answered before the email left is told nobody", async () => {
  mail.refuse(450);
  const run_id = await asks("Too late?", 20);
  await plan();
  await expect.poll(async () => (await sentTo())[0]?.next_attempt_at, { timeout: 20_000 }).toBeTruthy();
  await expect
    .poll(async () => (await service.pool.query("select from notification_deliveries where failed_at is not null")).rowCount, {
      timeout: 20_000,
    })
    .toBe(1);
  await service.ok(stopRun, { params: { run_id } }, { as });
  await service.pool.query("update notification_deliveries set next_attempt_at = now()");
  await expect.poll(async () => (await sentTo())[0], { timeout: 20_000 }).toMatchObject({ next_attempt_at: null, sent: false });
  expect(about(/Too late/)).toEqual([]);
});

test("nobody is told who does not want it or has left", async () => {
  const before = await service.ok(getNotificationPreferences, { params: params() }, { as });
  expect(before.waiting).toBe(true);
  const { preferences } = before;
  await asks("Anybody?", 20);
  const after = await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences, waiting: false } }, { as });
  expect(after).toEqual({ preferences, waiting: false });
  await plan();
  expect(await sentTo()).toEqual([]);
  expect((await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences } }, { as })).waiting).toBe(false);
  await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences, waiting: true } }, { as });
  await service.pool.query("update team_members set role = 'team:clarity-member' where user_id = $1", [service.ids.member]);
  await plan();
  expect(await sentTo()).toEqual([]);
  await service.pool.query("update team_members set role = 'team:member' where user_id = $1", [service.ids.member]);
  const token = stopToken(service.app.services.signer, { teamId: service.teamId, userId: service.ids.member });
  await service.ok(unsubscribe, { query: { token } });
  await plan();
  expect(await sentTo()).toEqual([]);
});
