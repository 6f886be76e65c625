import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/platform/db/columns.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { createFolderStore } from "./folder-store.ts";
import { copyObjects } from "./copy-objects.ts";
import { markKey, type ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./open-object-store.ts";
import { s3Patience } from "./s3-patience.ts";
import { openS3Store } from "./s3-store.ts";

const folders: string[] = [];
let server: S3Server;
beforeAll(async () => void (server = await startS3Server()));
afterAll(async () => {
  await server.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-objects-"));
  folders.push(folder);
  return folder;
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
/** Waits as long as a busy machine may take. */
const calm = { ...s3Patience, connectMs: 60_000, silenceMs: 60_000, answerMs: 60_000, window: { ...s3Patience.window, ms: 60_000 } };
const tomorrow = new Date(Date.now() + 86_400_000);
const minuteAgo = () => new Date(Date.now() - 60_000);

async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all.toSorted();
}

describe.each<[string, () => Promise<ObjectStore>]>([
  ["a folder", async () => createFolderStore(await newFolder())],
  ["a bucket", () => openS3Store({ ...server.settings, prefix: `${newId()}/` }, calm)],
])("the object store in %s", (_, create) => {
  let objects: ObjectStore;
  beforeEach(async () => {
    objects = await create();
    return () => objects.close();
  });

  test("has bytes whole or not at all, whichever way they come", async () => {
    await objects.put("teams/a/files/1", Buffer.from("whole"));
    await objects.put("teams/a/files/2", Readable.from([Buffer.from("in "), Buffer.from("parts")]));
    expect(text(await objects.bytes("teams/a/files/2"))).toBe("in parts");
    expect((await objects.about("teams/a/files/1"))?.size).toBe(5);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("hung up");
      })(),
    );
    await expect(objects.put("teams/a/files/3", broken)).rejects.toThrow("hung up");
    expect(await objects.exists("teams/a/files/3")).toBe(false);
    const early = new Readable({ read() {} });
    const put = objects.put("teams/a/files/4", early);
    early.destroy(new Error("hung up at once"));
    await expect(put).rejects.toThrow("hung up at once");
    expect(await objects.about("teams/a/files/3")).toBeUndefined();
    await expect(objects.bytes("teams/a/files/3")).rejects.toThrow(/no such/i);
    expect(await collect(objects.keys())).toEqual(["teams/a/files/1", "teams/a/files/2"]);
  });

  test("gives a part, and no more than there is", async () => {
    await objects.put("a/1", Buffer.from("whole"));
    await objects.put("a/empty", Readable.from([]));
    const part = async (key: string, first: number, length: number) => text(await objects.part(key, first, length));
    expect(await Promise.all([part("a/1", 1, 3), part("a/1", 0, 1), part("a/1", 3, 99), part("a/1", 5, 9), part("a/1", 2, 0)])).toEqual([
      "hol",
      "w",
      "le",
      "",
      "",
    ]);
    expect(text(Buffer.concat(await objects.stream("a/1", 2, 4).toArray()))).toBe("ole");
    expect([await objects.bytes("a/empty"), (await objects.about("a/empty"))?.size]).toEqual([Buffer.alloc(0), 0]);
  });

  test("takes more than memory should hold, and gives it back byte by byte", async () => {
    const bytes = randomBytes(20_000_000);
    const pieces = Readable.from(Array.from({ length: 200 }, (_each, i) => bytes.subarray(i * 100_000, (i + 1) * 100_000)));
    await objects.put("a/large", pieces);
    expect(Buffer.from(await objects.bytes("a/large")).equals(bytes)).toBe(true);
    expect(Buffer.from(await objects.part("a/large", 9_999_990, 20)).equals(bytes.subarray(9_999_990, 10_000_010))).toBe(true);
    // Whoever leaves a download takes its connection along.
    const left = pipeline(objects.stream("a/large"), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) if (chunk.length > 0) throw new Error("left");
    });
    await expect(left).rejects.toThrow("left");
  });

  test("keeps what was written unconfirmed until somebody confirms it", async () => {
    await objects.put("teams/a/files/1", Buffer.from("x"));
    await objects.put("sandboxes/ä b/1", Readable.from([Buffer.from("x")]));
    const doubtful = async (before = tomorrow) => collect(objects.unconfirmed(before));
    expect(await doubtful()).toEqual(["sandboxes/ä b/1", "teams/a/files/1"]);
    expect(await doubtful(minuteAgo())).toEqual([]);
    await objects.confirm(["teams/a/files/1", "never/written"]);
    expect(await doubtful()).toEqual(["sandboxes/ä b/1"]);
    await objects.remove("teams/a/files/1");
    await objects.remove("never/written");
    expect(await collect(objects.keys())).toEqual(["sandboxes/ä b/1"]);
    await objects.removeCutOff(tomorrow);
    expect(text(await objects.bytes("sandboxes/ä b/1"))).toBe("x");
  });
});

test("files move from a folder to a bucket, also when that is cut off, and a start before that is refused", async () => {
  const dataDir = await newFolder();
  const s3 = { ...server.settings, prefix: `${newId()}/` };
  const [from, to] = [createFolderStore(dataDir), await openS3Store(s3, calm)];
  const keys = Array.from({ length: 20 }, (_each, i) => `teams/a/files/${String(i).padStart(2, "0")}`);
  for (const key of keys) await from.put(key, Buffer.from(`content of ${key}`));
  const opened = await openObjectStore({ dataDir, s3 });
  await expect(opened.check()).rejects.toThrow("npm run move-files");
  await from.put(markKey, Buffer.from("whose they are"));
  const cutOff = () => {
    throw new Error("cut off");
  };
  await expect(copyObjects(from, to, cutOff)).rejects.toThrow("cut off");
  const [first = ""] = await collect(to.keys());
  await to.put(first, Buffer.from((await from.bytes(first)).toReversed()));
  const moved = await copyObjects(from, to, () => undefined);
  expect(moved).toEqual({ checked: 20, copied: 13 });
  expect(await copyObjects(from, to, () => undefined)).toEqual({ checked: 20, copied: 0 });
  expect(await collect(to.keys())).toEqual(keys);
  for (const key of keys) expect(text(await to.bytes(key))).toBe(`content of ${key}`);
  expect(text(await to.bytes(markKey))).toBe("whose they are");
  await opened.check();
  opened.objects.close();
  to.close();
});

test.each([
  ["NoSuchBucket", { bucket: "absent" }],
  ["InvalidAccessKeyId", { credentials: { accessKeyId: "stranger", secretAccessKey: "x" } }],
  ["SignatureDoesNotMatch", { credentials: { accessKeyId: "S3RVER", secretAccessKey: "x" } }],
])("a bucket that cannot be used is refused by name: %s", async (name, wrong) => {
  await expect(openS3Store({ ...server.settings, ...wrong })).rejects.toThrow(name);
});

test("what a cut off write left in a folder goes once it is old", async () => {
  const folder = await newFolder();
  const objects = createFolderStore(folder);
  await objects.put("teams/a/files/1", Buffer.from("x"));
  const left = join(folder, "objects", ".writing", "left");
  await writeFile(left, "half");
  await objects.removeCutOff(minuteAgo());
  expect(await readFile(left, "utf8")).toBe("half");
  const old = new Date(Date.now() - 120_000);
  await utimes(left, old, old);
  await objects.removeCutOff(minuteAgo());
  expect(await readdir(join(folder, "objects", ".writing"))).toEqual([]);
});
