import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { notificationTypes } from "#contract/notifications/notification-words.ts";
import { type NotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/preferences.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import type { ServiceProcess } from "#server/testing/service-process.ts";
import { random } from "#server/testing/seed.ts";

const failures = 12;
const patient = { timeout: 60_000 };

let mail: TestMailServer;
let cluster: Cluster;
let service: ServiceProcess;
let params: { teamId: string };
beforeAll(async () => {
  mail = await startMailServer();
  cluster = await startCluster(1, [{ SMTP_URL: mail.url, MAIL_FROM: "Caseload <caseload@example.com>" }]);
  service = cluster.processes[0] as ServiceProcess;
  params = { teamId: (await service.call(listMyTeams, {})).teams[0]?.id ?? "" };
  const preferences = Object.fromEntries(notificationTypes.map((type) => [type, { in_app: true, email: true }])) as NotificationPreferences;
  await service.call(replaceNotificationPreferences, { params, body: { preferences } });
});
afterAll(async () => {
  await cluster.close();
  await mail.close();
});

async function killAndStart(): Promise<void> {
  await service.end("SIGKILL");
  await service.start();
}
const countOf = async (query: string) => Number(((await cluster.pool.query(query)).rows[0] as { n: string | null }).n);
const dueNow = () => cluster.pool.query("update notification_deliveries set next_attempt_at = now() where next_attempt_at is not null");

test("kills while runs fail: each failure is told once, by one email for each batch", async () => {
  const body = { name: "Ledger", build: { name: "First", config: scripted("fail The ledger is closed.") } };
  const { agent } = await service.call(createAgent, { params, body });
  for (let n = 0; n < failures; n++) {
    await service.call(startTeamRun, { params, body: { agent_id: agent.id, message: `Run ${n}` } });
    if (n % 4 !== 3) continue;
    await sleep(150 * random());
    await killAndStart();
  }
  await expect.poll(() => countOf("select count(*) as n from runs where status = 'failed'"), patient).toBe(failures);
  const told = "select coalesce(sum(occurrences), 0) as n from notifications where type = 'job_issue'";
  await expect.poll(() => countOf(told), patient).toBe(failures);
  await killAndStart();
  expect(await countOf(told)).toBe(failures);
  const { rows } = await cluster.pool.query(
    "select d.id from notification_batches b left join notification_deliveries d on d.batch_id = b.id",
  );
  expect(new Set(rows.map(({ id }: { id: string | null }) => id)).size).toBe(rows.length);
  expect(rows.every(({ id }: { id: string | null }) => id !== null)).toBe(true);
});

test("a kill before the mail server has answered repeats the email once, with the same id and words", async () => {
  const arrived = Promise.withResolvers<void>();
  mail.onMail(async () => {
    arrived.resolve();
    await new Promise(() => undefined);
  });
  await dueNow();
  await arrived.promise;
  await service.end("SIGKILL");
  mail.onMail(async () => undefined);
  await service.start();
  await dueNow();
  await expect.poll(() => countOf("select count(*) as n from notification_deliveries where sent_at is null"), patient).toBe(0);
  await killAndStart();
  const deliveries = await countOf("select count(*) as n from notification_deliveries");
  const ids = mail.mails.map((one) => one.mail.messageId);
  expect([new Set(ids).size, ids.length]).toEqual([deliveries, deliveries + 1]);
  const [first, again] = mail.mails.filter(({ mail: { messageId } }) => messageId === ids[0]);
  expect(again?.mail.text).toBe(first?.mail.text);
});
