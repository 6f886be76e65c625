import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { FilesAway } from "./files-away.ts";
import type { ObjectStore } from "./object-store.ts";
import { openS3Store } from "./s3-store.ts";
import { s3Patience } from "./s3-patience.ts";

let server: S3Server;
/** Waits as long as a busy machine may take. */
let calm: ObjectStore;
let hurried: ObjectStore;
const minute = { connectMs: 60_000, silenceMs: 60_000, answerMs: 60_000 };
const window = { ms: 3_000, bytes: 1_000 };
beforeAll(async () => {
  server = await startS3Server();
  calm = await openS3Store(server.settings, { ...s3Patience, ...minute, window });
  hurried = await openS3Store(server.settings, { ...s3Patience, connectMs: 1_000, silenceMs: 1_000, answerMs: 1_000 });
});
afterEach(() => server.gate.behave("answers"));
afterAll(async () => {
  calm.close();
  hurried.close();
  await server.close();
});

const tomorrow = new Date(Date.now() + 86_400_000);
const minuteAgo = () => new Date(Date.now() - 60_000);
async function all(keys: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found;
}

it("leaves no part of an upload that its sender gives up, and finds those again that were cut off", async () => {
  const { gate } = server;
  /** Two parts, and what comes once the first is there. */
  const parts = (key: string, then: () => Promise<void>) =>
    Readable.from(
      (async function* () {
        for (let n = 0; n < 17; n++) yield Buffer.alloc(1_000_000);
        await expect.poll(gate.uploads).toContain(key);
        await then();
      })(),
    );
  const gone = async () => {
    throw new Error("hung up");
  };
  await expect(calm.put("a/given-up", parts("a/given-up", gone))).rejects.toThrow("hung up");
  expect(gate.uploads()).toEqual([]);

  for (const name of ["a/1", "a/2", "a/3"]) {
    await expect(calm.put(name, parts(name, server.cut))).rejects.toThrow(FilesAway);
    await server.mend();
    await expect.poll(() => calm.exists(name).catch(() => true)).toBe(false);
  }
  expect(gate.uploads()).toEqual(["a/1", "a/2", "a/3"]);
  await calm.removeCutOff(minuteAgo());
  expect(gate.uploads()).toHaveLength(3);
  await calm.removeCutOff(tomorrow);
  expect(gate.uploads()).toEqual([]);
  expect(await all(calm.keys())).toEqual([]);
});

it("ends every operation on a store that hangs, asks it seldom, and goes on once it answers", async () => {
  await calm.put("kept/1", Buffer.from("kept"));
  const operations: Record<string, () => Promise<unknown>> = {
    put: () => hurried.put("b/1", Buffer.from("x")),
    "put a stream": () => hurried.put("b/2", Readable.from([Buffer.from("x")])),
    bytes: () => hurried.bytes("kept/1"),
    part: () => hurried.part("kept/1", 0, 1),
    exists: () => hurried.exists("kept/1"),
    remove: () => hurried.remove("b/1"),
    unconfirmed: () => all(hurried.unconfirmed(tomorrow)),
    confirm: () => hurried.confirm(["b/1"]),
    removeCutOff: () => hurried.removeCutOff(tomorrow),
    keys: () => all(hurried.keys()),
  };
  server.gate.behave("hangs");
  await Promise.all(Object.entries(operations).map(([name, operation]) => expect(operation(), name).rejects.toThrow(FilesAway)));
  const before = server.gate.asked();
  await Promise.allSettled(Array.from({ length: 200 }, () => hurried.bytes("kept/1")));
  expect(server.gate.asked() - before).toBeLessThan(20);
  server.gate.behave("answers");
  await expect.poll(() => hurried.bytes("kept/1").catch(() => undefined)).toEqual(Buffer.from("kept"));
});

it("ends what a store answers byte by byte, and leaves a slow reader his time", async () => {
  await calm.put("kept/2", Buffer.alloc(2_000));
  const slowly = async (one: AsyncIterable<Uint8Array>) => {
    let bytes = 0;
    for await (const chunk of one) {
      bytes += chunk.length;
      if (bytes === chunk.length) await new Promise((wake) => setTimeout(wake, window.ms + 500));
    }
    return bytes;
  };
  expect(await slowly(calm.stream("kept/2"))).toBe(2_000);
  server.gate.behave("drips");
  const operations = [calm.bytes("kept/2"), all(calm.keys()), all(calm.unconfirmed(tomorrow))];
  await Promise.all(operations.map((operation) => expect(operation).rejects.toThrow(FilesAway)));
});
