import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallInput } from "#contract/endpoint.ts";
import { type NotificationSeverity, notificationTypes } from "#contract/notifications/notification-words.ts";
import {
  deleteReadNotifications,
  dismissNotification,
  getNotificationBatch,
  getUnreadNotificationCount,
  listNotificationBatches,
  listNotifications,
  markAllNotificationsRead,
  markNotificationBatchRead,
  markNotificationRead,
} from "#contract/notifications/notifications.ts";
import { getNotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/preferences.ts";
import { agentWith, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { cause, type Cause, together } from "./fan-out/cause.ts";
import { tell } from "./fan-out/tell.store.ts";
import { removeOldNotifications } from "./old-notifications.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Person = "owner" | "manager" | "builder" | "member" | "colleague";
const team = () => ({ teamId: service.teamId });
const list = async (as: Person, query: CallInput<typeof listNotifications>["query"] = {}) =>
  (await service.ok(listNotifications, { params: team(), query }, { as })).notifications;
const batches = async (as: Person, query: CallInput<typeof listNotificationBatches>["query"] = {}) =>
  (await service.ok(listNotificationBatches, { params: team(), query }, { as })).batches;
const unread = async (as: Person) => (await service.ok(getUnreadNotificationCount, { params: team() }, { as })).count;
const about = (agent: string) => async (as: Person) => (await list(as)).filter(({ agent_id }) => agent_id === agent);
const failing = python("raise ValueError('no rows')");
const tellAll = (...causes: Cause[]) => service.app.services.store.db.transaction((tx) => tell(tx, together(causes)));
const happened = (key: string, more: Partial<Cause> = {}) =>
  cause({
    key,
    type: "job_issue",
    severity: "info",
    team_id: service.teamId,
    title: key,
    body: null,
    at: new Date().toISOString(),
    people: [service.ids.member],
    ...more,
  });

describe("what happens", () => {
  test("a failed run tells its owner and Managers, and nobody who may not open it; the same again counts on", async () => {
    const { id } = await agentWith(service, failing, { as: "builder" });
    const told = about(id);
    const run = async () => (await settled(service, await startRunOf(service, id, {}, { as: "member" }), ["failed"])).id;
    await run();
    await expect.poll(async () => (await told("member")).length).toBe(1);
    const [first] = await told("member");
    expect(first).toMatchObject({ type: "job_issue", severity: "warning", title: "Agent: run 1 failed", occurrences: 1, read_at: null });
    expect(first?.body).toMatch(/ValueError|exit|failed/i);
    const second = await run();
    await expect.poll(async () => (await told("member"))[0]?.occurrences).toBe(2);
    for (const as of ["owner", "manager", "member"] as const)
      expect(await told(as), as).toMatchObject([
        {
          title: "2 runs of Agent failed",
          agent_run_id: second,
          link: expect.stringContaining(`/runs?status=failed&agent=${id}&failure=`),
        },
      ]);
    expect([await told("builder"), await told("colleague")]).toEqual([[], []]);
  });

  test("who has read one failure hears of the next, once an hour, however often it happens", async () => {
    const agent_id = (await agentWith(service, scripted("say Done"))).id;
    const start = Date.now() - 4 * 3_600_000;
    const unreadAt: number[] = [];
    for (const minutes of [0, 20, 40, 59, 61, 80, 115, 125]) {
      await tellAll(happened("hourly", { agent_id, at: new Date(start + minutes * 60_000).toISOString() }));
      const unreadOnes = (await about(agent_id)("member")).filter(({ read_at }) => read_at === null);
      if (unreadOnes.length > 0) unreadAt.push(minutes);
      for (const { id } of unreadOnes) await service.ok(markNotificationRead, { params: { id } }, { as: "member" });
    }
    expect(unreadAt).toEqual([0, 61, 125]);
  });

  test("a run that a person started says that it is done, to that person alone", async () => {
    const { id } = await agentWith(service, scripted("say Done"), { as: "builder" });
    const run = await startRunOf(service, id, {}, { as: "member" });
    await expect
      .poll(async () => (await about(id)("member")).map(({ type, agent_run_id }) => [type, agent_run_id]))
      .toEqual([["job_done", run]]);
    expect([await about(id)("builder"), await about(id)("owner")]).toEqual([[], []]);
  });

  test("what somebody does not want to hear of is not told", async () => {
    const { preferences } = await service.ok(getNotificationPreferences, { params: team() }, { as: "colleague" });
    expect(Object.keys(preferences)).toEqual([...notificationTypes]);
    const body = { preferences: { ...preferences, job_done: { in_app: false, email: false } } };
    await service.ok(replaceNotificationPreferences, { params: team(), body }, { as: "colleague" });
    expect((await service.ok(getNotificationPreferences, { params: team() }, { as: "colleague" })).preferences).toEqual(body.preferences);
    const people = [service.ids.colleague];
    await tellAll(happened("done", { type: "job_done", people }), happened("issue", { people }));
    expect((await list("colleague")).map(({ type }) => type)).toEqual(["job_issue"]);
    expect((await service.ok(getNotificationPreferences, { params: team() }, { as: "member" })).preferences.job_done).toEqual({
      in_app: true,
      email: false,
    });
  });

  test("nobody is told who is not in the team, or may not see its work", async () => {
    const people = [service.ids.stranger, service.ids.clarity, service.ids.neighbour];
    const told = await tellAll(happened("for outsiders", { people }));
    expect(told).toEqual([]);
  });
});

describe("a batch", () => {
  const agentOf = async () => (await agentWith(service, scripted("say Done"))).id;

  test("counts by type, and is read as far as its card showed", async () => {
    const agent_id = await agentOf();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    await tellAll(
      happened("one", { agent_id, at: at(-4) }),
      happened("two", { agent_id, type: "eval_issue", severity: "warning", at: at(-3) }),
      happened("three", { agent_id, at: at(-2) }),
    );
    const ofAgent = async () => (await batches("member")).find((batch) => batch.agent_id === agent_id);
    const card = await ofAgent();
    expect(card).toMatchObject({
      counts: { job_issue: 2, eval_issue: 1 },
      unread_count: 3,
      severity: "warning",
      through: 3,
      agent_name: "Agent",
    });
    await tellAll(happened("four", { agent_id }));
    const params = { ...team(), id: card?.id ?? "" };
    const read = async (body: CallInput<typeof markNotificationBatchRead>["body"]) =>
      (await service.ok(markNotificationBatchRead, { params, body }, { as: "member" })).count;
    expect(await read({ types: ["job_issue"], through: 3, openedFrom: "email" })).toBe(2);
    expect(await ofAgent()).toMatchObject({ unread_count: 2, through: 4 });
    expect(await read({ minSeverity: "warning" })).toBe(1);
    expect(await read({})).toBe(1);
    expect(await read({})).toBe(0);
    const members = await list("member", { batchId: params.id, sort: "importance" });
    expect(members.map(({ title }) => title)).toEqual(["two", "four", "three", "one"]);
    const { rows } = await service.pool.query("select opened_from from notifications where batch_id = $1 order by position", [params.id]);
    expect(rows.map(({ opened_from }) => opened_from)).toEqual(["email", null, "email", null]);
    const mine = { params, query: { type: "eval_issue", agents: "mine" } } as const;
    await service.fails(getNotificationBatch, mine, "not_found", { as: "member" });
    const { batch } = await service.ok(getNotificationBatch, { params, query: { type: "eval_issue" } }, { as: "member" });
    expect(batch).toMatchObject({ id: params.id, counts: { eval_issue: 1 }, unread_count: 0 });
    await service.fails(getNotificationBatch, { params, query: { severity: "critical" } }, "not_found", { as: "member" });
    await service.fails(markNotificationBatchRead, { params, body: {} }, "not_found", { as: "owner" });
  });

  test("takes 100 members, then another begins", async () => {
    const agent_id = await agentOf();
    await tellAll(...Array.from({ length: 100 }, (_, n) => happened(`many ${n}`, { agent_id })));
    await tellAll(happened("one more", { agent_id }));
    const found = (await batches("member")).filter((batch) => batch.agent_id === agent_id);
    expect(found.map(({ through, unread_count }) => [through, unread_count])).toEqual([
      [1, 1],
      [100, 100],
    ]);
    expect(await service.ok(markAllNotificationsRead, { params: team() }, { as: "member" })).toEqual({ count: expect.any(Number) });
    expect(await unread("member")).toBe(0);
  });

  test("says the same again quietly to whoever has read it, and anew to whoever has dismissed it or after a while", async () => {
    const agent_id = await agentOf();
    const again = (minutes = 0) => tellAll(happened("the same", { agent_id, at: new Date(Date.now() + minutes * 60_000).toISOString() }));
    await again();
    const [one] = await about(agent_id)("member");
    const params = { id: one?.id ?? "" };
    await service.ok(markNotificationRead, { params }, { as: "member" });
    await again();
    expect(await about(agent_id)("member")).toMatchObject([{ id: one?.id, occurrences: 2, read_at: expect.any(String) }]);
    await service.fails(dismissNotification, { params }, "not_found", { as: "owner" });
    await service.ok(dismissNotification, { params }, { as: "member" });
    await service.fails(dismissNotification, { params }, "not_found", { as: "member" });
    expect(await about(agent_id)("member")).toEqual([]);
    await again();
    const [anew] = await about(agent_id)("member");
    expect(anew).toMatchObject({ occurrences: 1, read_at: null });
    await service.ok(markNotificationRead, { params: { id: anew?.id ?? "" } }, { as: "member" });
    await again(61);
    expect(await about(agent_id)("member")).toMatchObject([{ occurrences: 1, read_at: null }, { id: anew?.id }]);
  });

  test("is left out once all of it is dismissed, and removed after its time", async () => {
    const agent_id = await agentOf();
    await tellAll(happened("old", { agent_id, at: "2025-01-01T00:00:00.000Z" }));
    const old = (await service.pool.query("select id, batch_id from notifications where agent_id = $1", [agent_id])).rows[0];
    await service.ok(markNotificationRead, { params: { id: old.id } }, { as: "member" });
    expect((await service.ok(deleteReadNotifications, { params: team() }, { as: "member" })).count).toBeGreaterThan(0);
    expect((await batches("member")).some((batch) => batch.id === old.batch_id)).toBe(false);
    await removeOldNotifications(service.app.services.store.db, () => false);
    const { rows } = await service.pool.query("select 1 from notifications where id = $1", [old.id]);
    expect(rows).toEqual([]);
  });
});

test("pages go on behind the last one, whatever came meanwhile", async () => {
  const people = [service.ids.colleague];
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
  await tellAll(...Array.from({ length: 7 }, (_, n) => happened(`page ${n}`, { people, at: at(n), agent_id: null })));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 3, ...(cursor && { cursor }) };
    const page = await service.ok(listNotifications, { params: team(), query }, { as: "colleague" });
    seen.push(...page.notifications.map(({ title }) => title).filter((title) => title.startsWith("page")));
    cursor = page.nextCursor ?? undefined;
    await tellAll(happened(`later ${seen.length}`, { people }));
  } while (cursor);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `page ${n}`));
});

test("days have what went wrong first, then what waits, then what is done, page by page", async () => {
  const people = [service.ids.director];
  const told = (title: string, at: string, severity: NotificationSeverity) => happened(title, { people, at, severity, agent_id: null });
  await tellAll(
    told("day 1 done late", "2026-01-11T12:00:00.000Z", "success"),
    told("day 1 asks", "2026-01-11T09:00:00.000Z", "info"),
    told("day 1 over", "2026-01-11T11:00:00.000Z", "critical"),
    told("day 1 fails early", "2026-01-11T08:00:00.000Z", "warning"),
    // In Kathmandu it is the next day already.
    told("day 1 fails first", "2026-01-10T18:30:00.000Z", "critical"),
    told("day 0 fails", "2026-01-10T18:00:00.000Z", "critical"),
    told("day 0 done", "2026-01-10T18:10:00.000Z", "success"),
  );
  await service.pool.query("update notifications set resolved_at = now() where title = 'day 1 over'");
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, sort: "day" as const, timezone: "Asia/Kathmandu", ...(cursor && { cursor }) };
    const page = await service.ok(listNotifications, { params: team(), query }, { as: "director" });
    seen.push(...page.notifications.map(({ title }) => title).filter((title) => title.startsWith("day ")));
    cursor = page.nextCursor ?? undefined;
    await tellAll(told(`day 9 later ${seen.length}`, new Date().toISOString(), "warning"));
  } while (cursor);
  expect(seen).toEqual(
    ["1 fails early", "1 fails first", "1 asks", "1 done late", "1 over", "0 fails", "0 done"].map((title) => `day ${title}`),
  );
  const other = { sort: "recency" as const, cursor: "day:1:2026-01-11T12:00:00.000Z_0190a6b0-0000-7000-8000-000000000000" };
  await service.fails(listNotifications, { params: team(), query: other }, "invalid_request", { as: "director" });
});

test("the first page by day counts what it can be narrowed to, each up to a hundred", async () => {
  const people = [service.ids.colleague];
  const told = (title: string, severity: NotificationSeverity) => happened(title, { people, severity, agent_id: null });
  await tellAll(told("one fails", "critical"), told("one warns", "warning"), told("one is done", "success"));
  const first = async (query: object = {}) =>
    (await service.ok(listNotifications, { params: team(), query: { sort: "day", ...query } }, { as: "colleague" })).counts;
  const [all, failures] = [(await list("colleague")).length, (await list("colleague", { minSeverity: "warning" })).length];
  expect(failures).toBeGreaterThanOrEqual(2);
  expect(all).toBeGreaterThan(failures);
  expect(await first()).toEqual({ all, failures, review: 0 });
  expect(await first({ unread: "true", type: "config_proposal" })).toEqual(await first());
  expect(await first({ sort: "recency" })).toBeUndefined();
  await tellAll(...Array.from({ length: 120 }, (_, n) => told(`many ${n}`, "warning")));
  expect(await first()).toEqual({ all: 100, failures: 100, review: 0 });
});

test("10,000 failures of one reason are one row for each person", async () => {
  const people = [service.ids.member, service.ids.builder];
  const many = Array.from({ length: 10_000 }, () => happened("flood", { people, severity: "warning" }));
  for (let from = 0; from < many.length; from += 500) await tellAll(...many.slice(from, from + 500));
  const { rows } = await service.pool.query("select occurrences from notifications where cause = 'flood'");
  expect(rows).toHaveLength(5);
  expect(rows.every(({ occurrences }) => occurrences === 10_000)).toBe(true);
});
