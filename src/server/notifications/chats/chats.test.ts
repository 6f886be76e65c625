import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listNotificationChats, removeNotificationChat, setNotificationChat, testNotificationChat } from "#contract/notifications/chats.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type TestChat, startChat } from "#server/testing/chat-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Cause, cause, together } from "#server/notifications/fan-out/cause.ts";
import { resolve } from "#server/notifications/fan-out/resolve.store.ts";
import { tell } from "#server/notifications/fan-out/tell.store.ts";

let chat: TestChat;
/** A chat that has stopped. */
let closed: TestChat;
let service: TestService;
beforeAll(async () => {
  chat = await startChat();
  closed = await startChat();
  await closed.close();
  service = await startService({ env: { OUTBOUND_ALLOW: `${chat.host},${closed.host}` } });
});
afterAll(async () => {
  await service.close();
  await chat.close();
});
afterEach(async () => {
  await service.pool.query("delete from notification_batches");
  await service.pool.query("delete from notification_chats");
});

const ofTeam = () => ({ teamId: service.teamId });
const slack = () => ({ ...ofTeam(), channel: "slack" as const });
const teams = () => ({ ...ofTeam(), channel: "microsoft_teams" as const });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** By now it is due. */
const happened = (title: string, more: Partial<Cause> = {}) =>
  cause({
    key: title,
    type: "case_failed",
    severity: "warning",
    team_id: service.teamId,
    title,
    body: "Only who may open it reads this.",
    at: minutesAgo(11),
    ...more,
  });
const inStore = <T>(work: (tx: Parameters<typeof tell>[0]) => Promise<T>) => service.app.services.store.db.transaction(work);
const tellAll = (...causes: Cause[]) => inStore((tx) => tell(tx, together(causes)));
const comes = async (name: string, count = 1) => {
  await expect.poll(() => chat.taken(name).length).toBe(count);
  return chat.taken(name).at(-1);
};
const deliveries = async () => {
  const { rows } = await service.pool.query("select * from notification_deliveries where recipient_id is null order by created_at");
  return rows as { next_attempt_at: string | null; sent_at: string | null; attempts: number; failed_reason: string | null }[];
};
const dueNow = () =>
  service.pool.query("update notification_deliveries set next_attempt_at = now(), failed_reason = null where next_attempt_at is not null");
const shown = async () => (await service.ok(listNotificationChats, { params: ofTeam() })).chats;
const set = async (params: ReturnType<typeof slack> | ReturnType<typeof teams>, name: string) =>
  service.ok(setNotificationChat, { params, body: { address: chat.address(name) } });

test("both chats are told once what the team is told from a warning on, the worst first, and people see it once", async () => {
  expect(await set(slack(), "once")).toMatchObject({ channel: "slack", host: chat.host, last_sent_at: null, trouble: null });
  await set(teams(), "once-too");
  const run_id = newId();
  await tellAll(
    happened("Of one person", { severity: "info", people: [service.ids.member] }),
    happened("Ledger: 3 cases failed", { run_id }),
    happened("Bank: sign in again", { severity: "critical" }),
  );
  const link = `${service.url}/t/${service.teamId}/notifications`;
  expect(await comes("once")).toMatchObject({
    text: expect.stringMatching(/^2 notifications about /),
    blocks: [
      { type: "section", text: { type: "plain_text" } },
      { text: { type: "mrkdwn", text: expect.stringMatching(/^• <http[^|]+\|Bank: sign in again>\n• <[^|]+\|Ledger: 3 cases failed>$/) } },
      { text: { type: "mrkdwn", text: `<${link}|Show all notifications>` } },
    ],
  });
  const card = await comes("once-too");
  expect(card).toMatchObject({ type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive" }] });
  expect(JSON.stringify(card)).toContain(`/t/${service.teamId}/runs/${run_id}`);
  for (const said of [...chat.taken("once"), card]) expect(JSON.stringify(said)).not.toContain("Only who may open it");
  await expect.poll(async () => (await deliveries()).every(({ sent_at }) => sent_at !== null)).toBe(true);
  expect((await deliveries()).length).toBe(2);
  await expect.poll(async () => (await shown()).map(({ last_sent_at }) => last_sent_at)).toEqual([expect.any(String), expect.any(String)]);
  const { notifications } = await service.ok(listNotifications, { params: ofTeam() });
  expect(notifications.map(({ title }) => title).toSorted()).toEqual(["Bank: sign in again", "Ledger: 3 cases failed"]);
  // The same again counts on, and what is new is another message.
  await tellAll(happened("Bank: sign in again", { severity: "critical" }), happened("Something else"));
  expect(await comes("once", 2)).toMatchObject({ text: "Something else" });
});

test("what is over before it is sent is told nobody", async () => {
  await set(slack(), "over");
  await tellAll(happened("Soon over", { ends: "run x", at: minutesAgo(0) }));
  await inStore((tx) => resolve(tx, [{ ends: "run x", at: minutesAgo(-1) }]));
  await dueNow();
  await expect.poll(async () => (await deliveries())[0]?.next_attempt_at).toBe(null);
  expect(chat.taken("over")).toEqual([]);
});

test("a chat that is busy is asked again; one that is gone gets nothing more, says so, and works again once it takes a message", async () => {
  await set(slack(), "busy");
  chat.answer("busy", 503, 410);
  await tellAll(happened("Busy"));
  const trouble = async () => (await shown())[0]?.trouble;
  await expect.poll(trouble).toMatchObject({ reason: expect.stringContaining("answered 503"), gone: false });
  expect((await deliveries())[0]?.next_attempt_at).not.toBe(null);
  await dueNow();
  await expect.poll(trouble).toMatchObject({ reason: expect.stringContaining("answered 410"), gone: true });
  await expect.poll(async () => (await deliveries())[0]?.next_attempt_at).toBe(null);
  await tellAll(happened("Afterwards"));
  expect((await deliveries()).length).toBe(1);
  chat.answer("busy", 410);
  await service.fails(testNotificationChat, { params: slack() }, "chat_refused");
  expect(await service.ok(testNotificationChat, { params: slack() })).toMatchObject({ trouble: null });
  expect(chat.taken("busy")).toMatchObject([{ text: "Notifications of this team arrive here." }]);
  await tellAll(happened("At last"));
  expect(await comes("busy", 2)).toMatchObject({ text: "At last" });
});

test("a message that nobody took is tried for a day, and one that leads elsewhere not at all", async () => {
  await set(slack(), "day");
  chat.answer("day", 503, 503);
  await tellAll(happened("Old"));
  await expect.poll(async () => (await deliveries())[0]?.failed_reason).toContain("503");
  await service.pool.query("update notification_deliveries set created_at = now() - interval '25 hours'");
  await dueNow();
  await expect.poll(async () => (await deliveries())[0]?.next_attempt_at).toBe(null);
  expect((await deliveries())[0]).toMatchObject({ sent_at: null, failed_reason: expect.stringContaining("503") });
  chat.answer("day", 302);
  await tellAll(happened("Elsewhere"));
  await expect.poll(async () => (await deliveries())[1]?.failed_reason).toContain("302");
  expect((await deliveries())[1]?.next_attempt_at).toBe(null);
});

test("why nobody took it is one sentence, without the address and without places in our code", async () => {
  const said = [
    ["https://chat.nowhere.invalid/services/hidden", "The name of chat.nowhere.invalid cannot be found. Check the address."],
    [closed.address("hidden"), `${closed.host} refuses connections. Check the port, and that the server runs.`],
  ] as const;
  for (const [address, reason] of said) {
    await service.ok(setNotificationChat, { params: slack(), body: { address } });
    const { message } = await service.fails(testNotificationChat, { params: slack() }, "chat_refused");
    expect(message).toBe(`Slack did not take the message: ${reason}`);
    expect(await shown()).toMatchObject([{ trouble: { reason, gone: false } }]);
  }
});

test("an address that no key opens is trouble that the chat shows, and is not tried again", async () => {
  await set(slack(), "unreadable");
  await service.pool.query("update notification_chats set sealed_address = 'v1.unknown.a.b'");
  const reason = "Its address cannot be opened with this installation's SECRETS_KEY. Enter the address again.";
  await tellAll(happened("Unreadable"));
  await expect.poll(async () => (await shown())[0]?.trouble).toMatchObject({ reason, gone: false });
  expect((await deliveries())[0]).toMatchObject({ next_attempt_at: null, sent_at: null, failed_reason: reason });
  const { message } = await service.fails(testNotificationChat, { params: slack() }, "chat_refused");
  expect(message).toBe(`Slack did not take the message: ${reason}`);
});

test("its address is sealed and never shown, only public ones are taken, and one that is removed is forgotten", async () => {
  await set(slack(), "sealed-address");
  const { rows } = await service.pool.query("select * from notification_chats");
  expect(JSON.stringify([rows, await shown()])).not.toContain("sealed-address");
  await service.fails(setNotificationChat, { params: slack(), body: { address: "http://10.0.0.1/hook" } }, "outbound_refused");
  await service.fails(listNotificationChats, { params: ofTeam() }, "forbidden", { as: "builder" });
  await service.ok(removeNotificationChat, { params: slack() });
  expect(await shown()).toEqual([]);
  await service.fails(removeNotificationChat, { params: slack() }, "not_found");
  await service.fails(testNotificationChat, { params: slack() }, "not_found");
});
