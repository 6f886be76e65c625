import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getNotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/preferences.ts";
import { unsubscribe } from "#contract/notifications/unsubscribing.ts";
import { stopRun } from "#contract/runs/runs.ts";
import { designing } from "#server/dashboards/turns/turn.cases.ts";
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
  await expect.poll(() => about(subject).length).toBe(count);
  return about(subject).at(-1);
};
const sentTo = async () => {
  const { rows } = await service.pool.query<{ recipient_id: string; sent: boolean; next_attempt_at: string | null }>(
    "select recipient_id, sent_at is not null as sent, next_attempt_at from notification_deliveries where batch_id is null order by created_at",
  );
  return rows;
};
/** Asks the member something. */
async function asks(question: string): Promise<string> {
  const { id } = await agentWith(service, scripted(`ask ${question}`), { as: "builder" });
  return (await settled(service, await startRunOf(service, id, {}, { as }), ["waiting"])).id;
}
/** What these runs ask has waited for so many minutes. At once, as the service plans emails by itself too. */
const waited = (minutes: Record<string, number>) =>
  service.pool.query(
    `update human_requests h set created_at = now() - make_interval(mins => m.minutes)
     from unnest($1::uuid[], $2::int[]) m(run_id, minutes) where h.run_id = m.run_id`,
    [Object.keys(minutes), Object.values(minutes)],
  );
const plan = () => planWaiting(service.app.services.store.db);
/** So many minutes go by. */
async function pass(minutes: number): Promise<void> {
  for (const table of ["notification_deliveries", "human_requests"])
    await service.pool.query(`update ${table} set created_at = created_at - make_interval(mins => $1)`, [minutes]);
}

test("one email tells of all that has waited for 15 minutes, and none of it is told again", async () => {
  const [run_id, account, later] = [await asks("Which month?"), await asks("Which account?"), await asks("Not yet")];
  await waited({ [run_id]: 20, [account]: 90, [later]: 5 });
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
  await waited({ [await asks("First?")]: 20 });
  await plan();
  await arrives(/^Waits for you: First\?$/);
  await pass(5);
  await waited({ [await asks("Second?")]: 16 });
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

test("what the agent of a dashboard asks is told to whoever asked it, as long as it waits", async () => {
  const design = designing(service, "builder");
  const asking = 'title Paid invoices\nstat count of runs\nask "Paid or booked?"\nstat count of cases';
  const [left, id] = [await design.create(asking), await design.create(asking)];
  await design.send(left, "Never mind.\nsay Fine.");
  const begun = (minutes: number) =>
    service.pool.query("update artifact_turns set completed_at = now() - make_interval(mins => $1)", [minutes]);
  await begun(5);
  await plan();
  expect(await sentTo()).toEqual([]);
  await begun(20);
  await plan();
  const email = await arrives(/^Waits for you: Paid or booked\?$/);
  expect(email?.to).toEqual([expect.stringMatching(/^builder/)]);
  expect(email?.mail.text).toMatch(/The agent of “Paid invoices” has waited for (20|21) minutes\./);
  expect(email?.mail.text).toContain(`/t/${service.teamId}/dashboards/${id}`);
  expect((await sentTo()).map((one) => one.recipient_id)).toEqual([service.ids.builder]);
  await service.pool.query("delete from notification_deliveries");
  await design.send(id, "say Booked.");
  await begun(20);
  await plan();
  expect(await sentTo()).toEqual([]);
});

test("what was answered before the email left is told nobody", async () => {
  mail.refuse(450);
  const run_id = await asks("Too late?");
  await waited({ [run_id]: 20 });
  await plan();
  await expect.poll(async () => (await sentTo())[0]?.next_attempt_at).toBeTruthy();
  await expect
    .poll(async () => (await service.pool.query("select from notification_deliveries where failed_at is not null")).rowCount)
    .toBe(1);
  await service.ok(stopRun, { params: { run_id } }, { as });
  await service.pool.query("update notification_deliveries set next_attempt_at = now()");
  await expect.poll(async () => (await sentTo())[0]).toMatchObject({ next_attempt_at: null, sent: false });
  expect(about(/Too late/)).toEqual([]);
});

test("nobody is told who does not want it or has left", async () => {
  const before = await service.ok(getNotificationPreferences, { params: params() }, { as });
  expect(before.waiting).toBe(true);
  const { preferences } = before;
  const run_id = await asks("Anybody?");
  /** What a plan finds to send now. Before and after nothing has waited for long, so the service finds nothing by itself. */
  const planned = async () => {
    await waited({ [run_id]: 20 });
    await plan();
    await waited({ [run_id]: 0 });
    return sentTo();
  };
  const after = await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences, waiting: false } }, { as });
  expect(after).toEqual({ preferences, waiting: false });
  expect(await planned()).toEqual([]);
  expect((await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences } }, { as })).waiting).toBe(false);
  await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences, waiting: true } }, { as });
  await service.pool.query("update team_members set role = 'team:clarity-member' where user_id = $1", [service.ids.member]);
  expect(await planned()).toEqual([]);
  await service.pool.query("update team_members set role = 'team:member' where user_id = $1", [service.ids.member]);
  const token = stopToken(service.app.services.signer, { teamId: service.teamId, userId: service.ids.member });
  await service.ok(unsubscribe, { query: { token } });
  expect(await planned()).toEqual([]);
});
