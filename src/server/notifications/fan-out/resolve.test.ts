import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import { createRevision, promoteRevision } from "#contract/agents/revisions.ts";
import { createConnection, updateConnection } from "#contract/connections/connections.ts";
import {
  deleteReadNotifications,
  getUnreadNotificationCount,
  listNotificationBatches,
  listNotifications,
} from "#contract/notifications/notifications.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { listScheduleFirings } from "#contract/schedules/schedule-firings.ts";
import { createSchedule, runSchedule } from "#contract/schedules/schedules.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Cause, cause, together } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { resolve } from "./resolve.store.ts";
import { tell } from "./tell.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const as = "member";
const params = () => ({ teamId: service.teamId });
const list = async (unread?: "true" | "false") =>
  (await service.ok(listNotifications, { params: params(), query: { ...(unread && { unread }) } }, { as })).notifications;
const about = async (title: string) => (await list()).find((one) => one.title === title);
const unreadCount = async () => (await service.ok(getUnreadNotificationCount, { params: params() }, { as })).count;
const inStore = <T>(work: (tx: Parameters<typeof tell>[0]) => Promise<T>) => service.app.services.store.db.transaction(work);
const happens = (title: string, ends: string, more: Partial<Cause> = {}) =>
  inStore((tx) =>
    tell(
      tx,
      together([
        cause({
          key: title,
          type: "job_issue",
          severity: "info",
          team_id: service.teamId,
          title,
          body: null,
          at: new Date().toISOString(),
          people: [service.ids.member],
          ends,
          ...more,
        }),
      ]),
    ),
  );

test("a later run of the agent that completes ends what was told of failed ones; a failure after it is told again", async () => {
  const { id } = await agentWith(service, scripted("fail The ledger is closed"), { as: "builder" });
  const run = async (state: "failed" | "completed") => settled(service, await startRunOf(service, id, {}, { as }), [state]);
  const nextConfig = async (config: Config) => {
    const { build } = await service.ok(createRevision, { params: { agent_id: id }, body: { name: "Next", config } });
    await service.ok(promoteRevision, { params: { build_id: build.id }, body: {} });
  };
  const failures = async () => (await list()).filter((one) => one.agent_id === id && one.type === "job_issue");
  await run("failed");
  await expect.poll(async () => (await failures())[0]?.resolved_at).toBe(null);
  expect(await unreadCount()).toBe(1);
  await nextConfig(scripted("say Done"));
  await run("completed");
  await expect.poll(async () => (await failures())[0]?.resolved_at).toEqual(expect.any(String));
  expect((await list("true")).some((one) => one.type === "job_issue")).toBe(false);
  expect((await list("false")).some((one) => one.type === "job_issue")).toBe(true);
  const { batches } = await service.ok(listNotificationBatches, { params: params() }, { as });
  expect(batches.find((batch) => batch.agent_id === id)).toMatchObject({ counts: { job_issue: 1, job_done: 1 }, unread_count: 1 });
  await nextConfig(scripted("fail The ledger is closed"));
  await run("failed");
  await expect.poll(async () => (await failures())[0]?.occurrences).toBe(2);
  expect(await failures()).toMatchObject([{ resolved_at: null, read_at: null }]);
});

test("a queue is well again once none of its cases is failed", async () => {
  const queue_id = await queueIn(service);
  const [one = "", two = ""] = await addCases(service, queue_id, { title: "One" }, { title: "Two" });
  const becomes = (case_id: string, status: "failed" | "completed") => service.ok(updateCase, { params: { case_id }, body: { status } });
  await becomes(one, "failed");
  await becomes(two, "failed");
  await happens("cases failed", endingOf.queue(queue_id));
  await becomes(one, "completed");
  // Told of in the order of what happened: once this has come, the case before it has too.
  await completeElsewhere();
  await expect.poll(async () => (await about("another queue"))?.resolved_at).toEqual(expect.any(String));
  expect((await about("cases failed"))?.resolved_at).toBe(null);
  await becomes(two, "completed");
  await expect.poll(async () => (await about("cases failed"))?.resolved_at).toEqual(expect.any(String));
});

/** Completes the case of another queue, of which somebody was told. */
async function completeElsewhere(): Promise<void> {
  const queue_id = await queueIn(service);
  const [case_id = ""] = await addCases(service, queue_id, { title: "Three" });
  await happens("another queue", endingOf.queue(queue_id));
  await service.ok(updateCase, { params: { case_id }, body: { status: "completed" } });
}

test("a connection is well again once it is signed in, not when somebody renames it", async () => {
  const body = { name: "Ledger", provider: "user", server_url: "https://ledger.example.com/mcp", auth_method: "headers" } as const;
  const { id } = await service.ok(createConnection, { params: params(), body });
  const other = await service.ok(createConnection, { params: params(), body });
  await service.pool.query("update connections set broken_at = now(), broken_reason = 'unauthorized' where id = $1", [id]);
  await happens("broken", endingOf.connection(id));
  await happens("other", endingOf.connection(other.id));
  for (const connection_id of [id, other.id]) await service.ok(updateConnection, { params: { connection_id }, body: { name: "Renamed" } });
  await expect.poll(async () => (await about("other"))?.resolved_at).toEqual(expect.any(String));
  expect((await about("broken"))?.resolved_at).toBe(null);
  await service.pool.query("update connections set broken_at = null, broken_reason = null where id = $1", [id]);
  await service.ok(updateConnection, { params: { connection_id: id }, body: { name: "Repaired" } });
  await expect.poll(async () => (await about("broken"))?.resolved_at).toEqual(expect.any(String));
});

test("a missed time is over at once where the schedule makes up for it, and else once a person does", async () => {
  const { id: agent_id } = await agentWith(service, scripted("say Done"), { as: "builder" });
  const missedWith = async (catch_up: "one" | "skip") => {
    // Every hour at this minute: it is not due again soon.
    const cron = `${new Date().getUTCMinutes()} * * * *`;
    const body = { enabled: true, frequency: "custom", cron, timezone: "UTC", catch_up } as const;
    const { id } = await service.ok(createSchedule, { params: { agent_id }, body }, { as });
    // One of them is on time and starts in the same moment.
    await service.pool.query("update schedules set next_fire_at = date_trunc('minute', now()) - interval '1 hour' where id = $1", [id]);
    return id;
  };
  const told = async () => (await list()).filter((one) => one.agent_id === agent_id && one.type === "schedule_issue");
  await missedWith("one");
  await expect.poll(async () => (await told())[0]?.resolved_at).toEqual(expect.any(String));
  const lost = await missedWith("skip");
  await expect.poll(async () => (await told()).length).toBe(2);
  const { firings } = await service.ok(listScheduleFirings, { params: { agent_id, schedule_id: lost }, query: {} }, { as });
  expect(firings.map(({ outcome }) => outcome)).toEqual(["started", "missed"]);
  expect(await told()).toMatchObject([{ resolved_at: null, read_at: null }, { resolved_at: expect.any(String) }]);
  await service.ok(runSchedule, { params: { agent_id, schedule_id: lost } }, { as });
  await expect.poll(async () => (await told())[0]?.resolved_at).toEqual(expect.any(String));
});

test("what happened after an end is not over, and what is over goes with what was read", async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  await happens("before", "run x", { at: at(-10) });
  await happens("after", "run x", { at: at(10) });
  await happens("stays", "run y", { at: at(-10) });
  await inStore((tx) => resolve(tx, [{ ends: "run x", at: at(0) }]));
  const state = async () => Promise.all(["before", "after", "stays"].map(async (title) => (await about(title))?.resolved_at === null));
  expect(await state()).toEqual([false, true, true]);
  await service.ok(deleteReadNotifications, { params: params() }, { as });
  expect(await about("before")).toBeUndefined();
  expect(await about("after")).toBeDefined();
});

test("a generation that is asked for again ends what waited for review, and what it says itself waits", async () => {
  const asked = { as: "builder" } as const;
  const { id } = await agentWith(service, scripted("say Done"), asked);
  const draft = { name: "Draft", config: scripted("say Done") };
  const { build } = await service.ok(createRevision, { params: { agent_id: id }, body: draft }, asked);
  const generate = (says: string) =>
    service.ok(generateRevision, { params: { build_id: build.id }, body: { prompt: `set instructions say ${says}\nsay ${says}` } }, asked);
  const waiting = async () => {
    const { notifications } = await service.ok(listNotifications, { params: params(), query: { type: "config_proposal" } }, asked);
    return notifications.filter((one) => one.agent_id === id && one.resolved_at === null).map(({ body }) => body);
  };
  await generate("Greets first");
  await expect.poll(waiting).toEqual(["Greets first"]);
  await generate("Greets better");
  await expect.poll(waiting).toEqual(["Greets better"]);
});
