import { readdir, rm } from "node:fs/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import type { Reply } from "#contract/endpoint.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { getCaseAttachmentDownloadUrl } from "#contract/queues/case-attachments.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { getEngineState } from "#contract/runs/engine.ts";
import { type RunDetails, terminalStatuses } from "#contract/runs/run.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { getSandboxDownloadUrl } from "#contract/runs/sandboxes.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { settleObjects, tablesWithObjects } from "#server/library/room/unconfirmed-objects.ts";
import { python } from "#server/testing/agents.ts";
import { attachTo } from "#server/testing/cases.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { type ServiceProcess, createDataDir } from "#server/testing/service-process.ts";
import { openS3Store } from "./s3-store.ts";

// Two processes with a data folder each: all they share is PostgreSQL and a bucket.

const patient = { timeout: 60_000 };

let s3: S3Server;
let cluster: Cluster;
let folders: string[];
let first: ServiceProcess;
let second: ServiceProcess;
let teamId: string;
beforeAll(async () => {
  s3 = await startS3Server();
  folders = [await createDataDir(), await createDataDir()];
  cluster = await startCluster(
    2,
    folders.map((folder) => ({ ...s3.env, DATA_DIR: folder })),
  );
  [first, second] = cluster.processes as [ServiceProcess, ServiceProcess];
  teamId = (await first.call(listMyTeams, {})).teams[0]?.id ?? "";
});
afterAll(async () => {
  await cluster.close();
  await s3.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const keep = (service: ServiceProcess, path: string, content: string) =>
  service.send(updateFileContent, { params: { teamId, path }, body: { content } });
const contentOf = async (service: ServiceProcess, path: string) =>
  (await service.call(getFileContent, { params: { teamId, path } })).content;
const download = async (url: string) => (await fetch(url)).text();

async function begin(code: string): Promise<string> {
  const body = { name: "Program", build: { name: "First", config: python(code, { files: ["input.txt"] }) } };
  const { agent } = await first.call(createAgent, { params: { teamId }, body });
  return (await first.call(startTeamRun, { params: { teamId }, body: { agent_id: agent.id } })).run.id;
}
const runOf = async (run_id: string): Promise<RunDetails> => (await second.call(getRunDetails, { params: { run_id } })).run;
async function ended(runId: string): Promise<RunDetails> {
  await expect.poll(async () => terminalStatuses.includes((await runOf(runId)).status as never), patient).toBe(true);
  return runOf(runId);
}
async function outputAt(service: ServiceProcess, run: RunDetails): Promise<string> {
  const asked = { params: { sandbox_id: run.sandbox_id ?? "" }, query: { path: "/workspace/output/a.txt" } };
  return download((await service.call(getSandboxDownloadUrl, asked)).url);
}
const copying =
  "import os\nos.makedirs('output', exist_ok=True)\nopen('output/a.txt', 'w').write(open('files/input.txt').read() + ' read')";

it("reads at one machine what came to the other: files, attachments and results of programs", async () => {
  expect((await keep(first, "input.txt", "written at the first")).status).toBe(200);
  expect(await contentOf(second, "input.txt")).toBe("written at the first");

  const queue_id = (await first.call(createQueue, { params: { teamId }, body: { name: "Queue" } })).queue.id;
  const added = await first.call(createCases, { params: { queue_id }, body: { cases: [{ title: "Case" }] } });
  const case_id = added.added_cases[0]?.id ?? "";
  const attachment_id = await attachTo({ ok: first.call }, { queue_id, case_id }, "note.txt", "attached at the first");
  const attachment = await second.call(getCaseAttachmentDownloadUrl, { params: { queue_id, case_id, attachment_id } });
  expect(await download(attachment.url)).toBe("attached at the first");

  const run = await ended(await begin(copying));
  expect(run.status, JSON.stringify(run.failure)).toBe("completed");
  for (const service of [first, second]) expect(await outputAt(service, run)).toBe("written at the first read");
  for (const folder of folders) expect(await readdir(folder)).not.toContain("objects");
});

it("says so while the bucket cannot be reached, takes nothing that it loses, and goes on by itself", async () => {
  const kept = async (n: number) => (await keep(n % 2 ? first : second, `kept/${n}.txt`, `content ${n}`)).status === 200;
  const acknowledged: number[] = [];
  let [n, over] = [0, false];
  const writing = (async () => {
    for (; !over; n++) if (await kept(n)) acknowledged.push(n);
  })();
  await expect.poll(() => acknowledged.length, patient).toBeGreaterThan(2);
  await s3.cut();
  const refused = await first.send(getFileContent, { params: { teamId, path: "input.txt" } });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBeTruthy();
  const words = "The files cannot be reached right now. Nothing was changed. Try again in a moment.";
  expect(await refused.json()).toEqual({ error: "unavailable", message: words });
  expect((await keep(second, "refused.txt", "x")).status).toBe(503);
  // A program that cannot read its files waits for them, more often than it may begin again for other reasons.
  const runId = await begin(copying);
  await expect
    .poll(async () => (await cluster.pool.query("select retry_reason from runs where id = $1", [runId])).rows[0].retry_reason, {})
    .toBe("The files could not be reached.");
  await expect.poll(async () => (await first.call(getEngineState, {})).engine.storage.unconfirmed, patient).toBeNull();

  await s3.mend();
  expect((await ended(runId)).status).toBe("completed");
  await expect.poll(async () => (await keep(first, "after.txt", "x")).status, patient).toBe(200);
  over = true;
  await writing;
  for (const each of acknowledged) expect(await contentOf(first, `kept/${each}.txt`)).toBe(`content ${each}`);
  await nothingIsLeft();
});

it("refuses in time what needs files while the bucket hangs, does everything else, and loses nothing", async () => {
  const paths = Array.from({ length: 40 }, (_, n) => `hung/${n}.txt`);
  expect((await keep(first, "hung.txt", "before")).status).toBe(200);
  s3.gate.behave("hangs");
  // Where a machine is slow, so many at once may wait too long for the store as well, which says to come again.
  const answerOf = async <A extends object>(ask: () => Promise<Response>): Promise<A> => {
    const answer = (await (await ask()).json()) as A & { error?: string };
    return answer.error === "busy" ? answerOf(ask) : answer;
  };
  const refusalOf = async (ask: () => Promise<Response>) => (await answerOf<{ error: string }>(ask)).error;
  let waiting = true;
  const answers = Promise.all([
    ...paths.map((path) => refusalOf(() => keep(first, path, path))),
    ...paths.map(() => refusalOf(() => first.send(getFileContent, { params: { teamId, path: "hung.txt" } }))),
  ]).finally(() => (waiting = false));
  // As many as would take every place that requests have, while they wait.
  expect((await answerOf<Reply<typeof listMyTeams>>(() => first.send(listMyTeams, {}))).teams).toHaveLength(1);
  expect(waiting).toBe(true);
  const ready = await fetch(`${first.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", files: "unreachable" }]);
  expect((await answerOf<Reply<typeof getEngineState>>(() => first.send(getEngineState, {}))).engine.storage.unconfirmed).toBeNull();
  for (const refusal of await answers) expect(refusal).toBe("unavailable");
  s3.gate.behave("answers");
  await expect.poll(async () => (await keep(first, "hung.txt", "after")).status, patient).toBe(200);
  expect(await contentOf(second, "hung.txt")).toBe("after");
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).json(), patient).toEqual({ status: "ready" });
  await nothingIsLeft();
});

it("leaves nothing on either side when a process is killed between bytes and row", async () => {
  const acknowledged: number[] = [];
  let over = false;
  const writers = [0, 1, 2].map(async (writer) => {
    for (let n = writer; !over; n += 3) {
      const answer = await keep(first, `killed/${n}.txt`, `content ${n}`).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(n);
    }
  });
  await expect.poll(() => acknowledged.length, patient).toBeGreaterThan(5);
  await first.end("SIGKILL");
  await first.start();
  over = true;
  await Promise.all(writers);
  for (const n of acknowledged) expect(await contentOf(second, `killed/${n}.txt`)).toBe(`content ${n}`);
  await nothingIsLeft();
});

async function allOf(keys: AsyncIterable<string>): Promise<Set<string>> {
  const all = new Set<string>();
  for await (const key of keys) all.add(key);
  return all;
}

/** As if all that was written had been written long ago: no row without bytes, no bytes without a row, no note. */
async function nothingIsLeft(): Promise<void> {
  const objects = await openS3Store(s3.settings);
  const later = { ...objects, unconfirmed: () => objects.unconfirmed(new Date(Date.now() + 60_000)) };
  await settleObjects({ store: { db: drizzle(cluster.pool) }, objects: later });
  const union = tablesWithObjects.map((table) => `select object_key as key from ${table} where object_key is not null`).join(" union ");
  const { rows } = await cluster.pool.query<{ key: string }>(union);
  expect(await allOf(objects.keys())).toEqual(new Set(rows.map(({ key }) => key)));
  expect(await allOf(later.unconfirmed())).toEqual(new Set());
  objects.close();
}
