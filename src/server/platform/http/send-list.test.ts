import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportAgents } from "#contract/agents/agent-export.ts";
import { csvCell, type ListFile } from "#contract/export.ts";
import { Refusal } from "./refusal.ts";
import { listSender } from "./send-list.ts";

const app = Fastify();
const sender = listSender(1_000_000, 2_000);
const pageBytes = 100_000;
/** Of each list that is being sent: how many of its pages were read, and when nobody reads it any more. */
let read = 0;
let ended = Promise.withResolvers<void>();

beforeAll(async () => {
  app.get("/", async (_, reply) => {
    try {
      const sent = await sender({ ...exportAgents, exports: { name: { name: (row: string) => row } } }, {}, "somebody", () =>
        Promise.resolve({ name: "endless", total: 1, pages: endless() } as ListFile<never>),
      );
      return sent.to(reply, "2026-01-31");
    } catch (error) {
      return reply.code((error as Refusal).status).send((error as Refusal).body());
    }
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

async function* endless() {
  try {
    for (;;) {
      read += 1;
      yield await Promise.resolve(["x".repeat(pageBytes)]);
    }
  } finally {
    ended.resolve();
  }
}

function open(): Promise<IncomingMessage> {
  return new Promise((opened, fail) => {
    get({ port: (app.server.address() as AddressInfo).port, host: "127.0.0.1" }, opened).on("error", fail);
  });
}

/** Reads so many bytes and no more, as somebody on a slow line has by then. */
function bytes(from: IncomingMessage, most: number): Promise<void> {
  return new Promise((done) => {
    let got = 0;
    from.on("data", (chunk: Buffer) => {
      got += chunk.length;
      if (got < most) return;
      from.pause();
      done();
    });
  });
}

it("reads no further than somebody takes it, ends with them, and lets the third list of one person wait", async () => {
  read = 0;
  const [one, two] = await Promise.all([open(), open()]);
  await Promise.all([bytes(one, 50 * pageBytes), bytes(two, 50 * pageBytes)]);
  // What systems keep on the way between two sockets is some megabytes; this list has no end.
  expect(read).toBeGreaterThanOrEqual(100);
  expect(read).toBeLessThan(100 + 2 * 150);

  const third = open();
  one.destroy();
  await ended.promise;
  expect((await third).statusCode).toBe(200);
  const fourth = await open();
  expect(fourth.statusCode).toBe(503);
  expect(JSON.parse((await fourth.toArray()).join(""))).toMatchObject({ error: "busy" });
  for (const each of [two, await third]) each.destroy();
});

it.each([
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["plain, with comma", '"plain, with comma"'],
  ["a = b", "a = b"],
  ["'=quoted", "''=quoted"],
  ["'quoted", "'quoted"],
])("%s is shown and never computed", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it("leaves numbers and nothing as they are", () => {
  expect([csvCell(-5), csvCell(null)]).toEqual(["-5", ""]);
});
