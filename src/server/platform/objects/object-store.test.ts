import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createObjectStore, type ObjectStore } from "./object-store.ts";

let folder: string;
let objects: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "caseload-objects-"));
  objects = createObjectStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const tomorrow = new Date(Date.now() + 86_400_000);
async function unconfirmed(before = tomorrow): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.unconfirmed(before)) keys.push(key);
  return keys.toSorted();
}

test("bytes are there whole or not at all, whichever way they come", async () => {
  await objects.put("teams/a/files/1", Buffer.from("whole"));
  await objects.put("teams/a/files/2", Readable.from([Buffer.from("in "), Buffer.from("parts")]));
  expect(Buffer.from(await objects.bytes("teams/a/files/2")).toString()).toBe("in parts");
  expect(Buffer.from(await objects.part("teams/a/files/1", 1, 3)).toString()).toBe("hol");
  expect((await objects.about("teams/a/files/1"))?.size).toBe(5);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("hung up");
    })(),
  );
  await expect(objects.put("teams/a/files/3", broken)).rejects.toThrow("hung up");
  expect(await objects.exists("teams/a/files/3")).toBe(false);
  const early = new Readable();
  const put = objects.put("teams/a/files/4", early);
  early.destroy(new Error("hung up at once"));
  await expect(put).rejects.toThrow("hung up at once");
  expect(await readdir(join(folder, "objects", ".writing"))).toEqual([]);
  expect(await objects.about("teams/a/files/3")).toBeUndefined();
});

test("what was written stays unconfirmed until somebody confirms it", async () => {
  await objects.put("teams/a/files/1", Buffer.from("x"));
  await objects.put("sandboxes/ä b/1", Buffer.from("x"));
  expect(await unconfirmed()).toEqual(["sandboxes/ä b/1", "teams/a/files/1"]);
  expect(await unconfirmed(new Date(Date.now() - 60_000))).toEqual([]);
  await objects.confirm(["teams/a/files/1", "never/written"]);
  expect(await unconfirmed()).toEqual(["sandboxes/ä b/1"]);
});

test("what a cut off write left goes once it is old", async () => {
  await objects.put("teams/a/files/1", Buffer.from("x"));
  const left = join(folder, "objects", ".writing", "left");
  await writeFile(left, "half");
  await objects.removeCutOff(new Date(Date.now() - 60_000));
  expect(await readFile(left, "utf8")).toBe("half");
  const old = new Date(Date.now() - 120_000);
  await utimes(left, old, old);
  await objects.removeCutOff(new Date(Date.now() - 60_000));
  expect(await readdir(join(folder, "objects", ".writing"))).toEqual([]);
});
