import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Email } from "postal-mime";
import { markNotificationRead } from "#contract/notifications/notifications.ts";
import { getNotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/preferences.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Cause, cause, together } from "#server/notifications/fan-out/cause.ts";
import { tell } from "#server/notifications/fan-out/tell.store.ts";

let mail: TestMailServer;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ env: { SMTP_URL: mail.url, MAIL_FROM: "Caseload <caseload@example.com>" } });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});
afterEach(() => service.pool.query("delete from notification_batches"));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Of which nobody but one person hears. By now its email is due. */
const happened = (title: string, more: Partial<Cause> = {}) =>
  cause({
    key: newId(),
    type: "job_issue",
    severity: "info",
    team_id: service.teamId,
    title,
    body: "The ledger is closed.",
    at: minutesAgo(61),
    people: [service.ids.member],
    ...more,
  });
const tellAll = (...causes: Cause[]) => service.app.services.store.db.transaction((tx) => tell(tx, together(causes), { email: true }));
const mailsOf = (subject: string): Email[] => mail.mails.map((one) => one.mail).filter((one) => one.subject === subject);
const arrives = async (subject: string) => {
  await expect.poll(() => mailsOf(subject).length).toBe(1);
  return mailsOf(subject)[0] as Email;
};
const deliveries = async () =>
  (await service.pool.query("select * from notification_deliveries where recipient_id = $1 order by created_at", [service.ids.member]))
    .rows as {
    batch_id: string;
    next_attempt_at: string | null;
    sent_at: string | null;
    attempts: number;
    failed_reason: string | null;
  }[];
/** Whatever waits for a next try need not wait. */
const dueNow = () =>
  service.pool.query("update notification_deliveries set next_attempt_at = now(), failed_reason = null where next_attempt_at is not null");
const header = (email: Email, name: string) => email.headers.find(({ key }) => key === name)?.value;

describe("an email", () => {
  test("says one thing by itself, as text and HTML, with a link that ends such emails", async () => {
    const run_id = newId();
    await tellAll(happened("Ledger: run 1 failed", { run_id }));
    const email = await arrives("Ledger: run 1 failed");
    expect(email.to).toEqual([{ address: expect.stringMatching(/member/), name: "" }]);
    for (const said of ["The ledger is closed.", `${service.url}/t/${service.teamId}/runs/${run_id}`, `${service.url}/unsubscribe#`]) {
      expect(email.text).toContain(said);
      expect(email.html).toContain(said);
    }
    expect(header(email, "list-unsubscribe")).toMatch(new RegExp(`^<${service.url}/v2/unsubscribe/one-click\\?token=[\\w-]{86}>$`));
    expect(header(email, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header(email, "auto-submitted")).toBe("auto-generated");
    await expect.poll(async () => (await deliveries())[0]?.sent_at).toBeTruthy();
    expect(email.messageId).toMatch(/^<[0-9a-f-]{36}@127\.0\.0\.1>$/);
  });

  test("waits 60 s, 10 min or 60 min by the worst of its batch, and never longer for what comes later", async () => {
    const due = async () => Math.round((Date.parse((await deliveries())[0]?.next_attempt_at ?? "") - Date.now()) / 60_000);
    await tellAll(happened("first", { at: minutesAgo(0) }));
    expect(await due()).toBe(60);
    await tellAll(happened("second", { at: minutesAgo(-30) }));
    expect(await due()).toBe(60);
    await tellAll(happened("third", { severity: "warning", at: minutesAgo(0) }));
    expect(await due()).toBe(10);
    await tellAll(happened("fourth", { severity: "critical", at: minutesAgo(0) }));
    expect(await due()).toBe(1);
    expect(await deliveries()).toHaveLength(1);
  });

  test("tells the worst first of many, and what happens later is another batch with an email of its own", async () => {
    const many = Array.from({ length: 24 }, (_, n) => happened(`many ${n}`, { at: minutesAgo(70 - n) }));
    await tellAll(...many, happened("the worst", { type: "eval_issue", severity: "critical", at: minutesAgo(61) }));
    // Not everybody hears of the type of the worst one by email.
    const email = await arrives("many 23, and 23 more");
    expect(email.text).toContain("24 notifications about Team");
    expect(email.text).toContain("4 more are in the console.");
    expect(email.text?.match(/^- many/gm)).toHaveLength(20);
    await tellAll(happened("afterwards"));
    await arrives("afterwards");
    const ofMember = (await deliveries()).filter(({ sent_at }) => sent_at);
    expect(new Set(ofMember.map(({ batch_id }) => batch_id)).size).toBe(ofMember.length);
    expect(await service.pool.query("select from notification_batches where not sealed and size = 25")).toMatchObject({ rowCount: 0 });
  });
});

describe("before it is sent it is asked again", () => {
  const sentOrNot = async (change: () => Promise<unknown>) => {
    mail.refuse(450);
    await tellAll(happened("asked again"));
    await expect.poll(async () => (await deliveries())[0]?.failed_reason).toMatch(/not now/);
    await change();
    await dueNow();
    await expect.poll(async () => (await deliveries())[0]?.next_attempt_at).toBe(null);
    const sent = (await deliveries())[0]?.sent_at !== null;
    expect(mailsOf("asked again").length).toBe(sent ? 1 : 0);
    return sent;
  };
  const as = "member";
  const params = () => ({ teamId: service.teamId });

  test.each<[string, () => Promise<unknown>]>([
    [
      "whether it was read meanwhile",
      async () => {
        const { notifications } = await service.ok(listNotifications, { params: params() }, { as });
        await service.ok(markNotificationRead, { params: { id: notifications[0]?.id ?? "" } }, { as });
      },
    ],
    ["whether it is over", () => service.pool.query("update notifications set resolved_at = now()")],
    [
      "whether its reader is in the team",
      () => service.pool.query("update team_members set role = 'team:clarity-member' where user_id = $1", [service.ids.member]),
    ],
  ])("%s", async (_what, change) => {
    try {
      expect(await sentOrNot(change)).toBe(false);
    } finally {
      await service.pool.query("update team_members set role = 'team:member' where user_id = $1", [service.ids.member]);
    }
  });

  test("whether its reader wants it; and nobody is mailed of what they want to see in the console alone", async () => {
    const { preferences, email } = await service.ok(getNotificationPreferences, { params: params() }, { as });
    expect(email).toEqual({ address: expect.stringMatching(/member/), trouble: null });
    const quiet = { preferences: { ...preferences, job_issue: { in_app: true, email: false } } };
    expect(await sentOrNot(() => service.ok(replaceNotificationPreferences, { params: params(), body: quiet }, { as }))).toBe(false);
    await tellAll(happened("only shown"));
    expect((await deliveries()).length).toBe(1);
    await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences } }, { as });
  });

  test("and whoever wants the email alone sees nothing in the console", async () => {
    const { preferences } = await service.ok(getNotificationPreferences, { params: params() }, { as });
    const mailed = { preferences: { ...preferences, job_issue: { in_app: false, email: true } } };
    await service.ok(replaceNotificationPreferences, { params: params(), body: mailed }, { as });
    await tellAll(happened("only mailed", { key: "only mailed" }));
    await arrives("only mailed");
    expect((await service.ok(listNotifications, { params: params() }, { as })).notifications).toEqual([]);
    await expect.poll(async () => (await service.pool.query("select from notifications where read_at is not null")).rowCount).toBe(1);
    await service.ok(replaceNotificationPreferences, { params: params(), body: { preferences } }, { as });
  });
});

describe("a line that is cut off", () => {
  test("before the data: another try, and one mail; after it: at most one more, with the same message id and words", async () => {
    mail.cut("before", "after");
    await tellAll(happened("cut off"));
    const failures = async (n: number) => {
      await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(n);
      await expect.poll(async () => (await deliveries())[0]?.failed_reason).toBeTruthy();
    };
    await failures(1);
    expect(mailsOf("cut off")).toHaveLength(0);
    const { email } = await service.ok(getNotificationPreferences, { params: { teamId: service.teamId } }, { as: "member" });
    expect(email?.trouble?.reason).toBeTruthy();
    await dueNow();
    await failures(2);
    expect(mailsOf("cut off")).toHaveLength(1);
    // What it says was written before the first try.
    await service.pool.query("update notifications set title = 'said otherwise'");
    await dueNow();
    await expect.poll(async () => (await deliveries())[0]?.sent_at).toBeTruthy();
    const [one, again] = mailsOf("cut off");
    expect([again?.messageId, again?.text, again?.html]).toEqual([one?.messageId, one?.text, one?.html]);
    expect(mailsOf("cut off")).toHaveLength(2);
    const now = await service.ok(getNotificationPreferences, { params: { teamId: service.teamId } }, { as: "member" });
    expect(now.email?.trouble).toBe(null);
  });

  test("is tried again for a day; a server that refuses for good ends it at once", async () => {
    mail.refuse(450, 550);
    await tellAll(happened("old"));
    await expect.poll(async () => (await deliveries())[0]?.failed_reason).toMatch(/not now/);
    await service.pool.query("update notification_deliveries set created_at = now() - interval '25 hours', attempts = 9");
    await dueNow();
    await expect.poll(async () => (await deliveries())[0]?.next_attempt_at).toBe(null);
    expect((await deliveries())[0]).toMatchObject({ sent_at: null, failed_reason: expect.stringContaining("not now") });
    mail.refuse(450);
    await service.pool.query("update notification_deliveries set next_attempt_at = now()");
    await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(11);
    await expect.poll(async () => (await deliveries())[0]?.next_attempt_at).toBe(null);
    expect(mailsOf("old")).toHaveLength(0);
  });
});
