import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFolderStore } from "./platform/objects/folder-store.ts";
import { openS3Store } from "./platform/objects/s3-store.ts";
import { type S3Server, startS3Server } from "./testing/s3-server.ts";

let s3: S3Server;
let dataDir: string;
beforeAll(async () => {
  s3 = await startS3Server();
  dataDir = await mkdtemp(join(tmpdir(), "caseload-move-"));
});
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true });
});

/** The command as a person types it, without npm. */
function moveFiles(env: Record<string, string>, ...words: string[]) {
  const program = new URL("./move-files.ts", import.meta.url).pathname;
  return spawn(process.execPath, [program, ...words], { env: { PATH: process.env.PATH, ...env } });
}

async function said(env: Record<string, string>, ...words: string[]) {
  const child = moveFiles(env, ...words);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, out, err };
}

it("moves files by command into the bucket and back, and goes on where it was killed", async () => {
  const env = { ...s3.env, DATA_DIR: dataDir };
  const keys = Array.from({ length: 60 }, (_, n) => `teams/a/files/${String(n).padStart(2, "0")}`);
  const folder = createFolderStore(dataDir);
  for (const key of keys) await folder.put(key, Buffer.from(`content of ${key}`));

  const killed = moveFiles(env);
  const before = s3.gate.asked();
  // A copy takes seven requests: some files are there, and most are not.
  await expect.poll(() => s3.gate.asked() - before, { interval: 5 }).toBeGreaterThan(100);
  killed.kill("SIGKILL");
  await once(killed, "exit");

  const bucket = await openS3Store(s3.settings);
  const inBucket = async () => {
    const all: string[] = [];
    for await (const key of bucket.keys()) all.push(key);
    return all.toSorted();
  };
  const there = (await inBucket()).length;
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(60);
  const both = (copied: number) =>
    `60 files are the same in ${dataDir}/objects and in the bucket “${s3.settings.bucket}”; ${copied} were copied now.\n`;
  expect(await said(env)).toEqual({ code: 0, out: both(60 - there), err: "" });
  expect(await inBucket()).toEqual(keys);

  const other = await mkdtemp(join(tmpdir(), "caseload-move-"));
  const back = { ...env, DATA_DIR: other };
  expect(await said(back, "back")).toMatchObject({ code: 0, out: both(60).replace(dataDir, other) });
  for (const key of keys) expect((await createFolderStore(other).bytes(key)).toString()).toBe(`content of ${key}`);
  bucket.close();
  await rm(other, { recursive: true });
});

it("says what is missing, and starts nothing for a word that it does not know", async () => {
  const [without, unknown] = await Promise.all([said({ DATA_DIR: dataDir }), said({ ...s3.env, DATA_DIR: dataDir }, "forth")]);
  expect(without).toMatchObject({ code: 1, err: "Set S3_BUCKET and the other settings of the bucket, as for the service.\n" });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("npm run move-files -- back") });
});
