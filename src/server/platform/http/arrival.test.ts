import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { arriving, collected, type Terms, whileSending } from "./arrival.ts";
import { Refusal, refuse } from "./refusal.ts";

const windowMs = 15_000;
const declared = 10_000_000;
let server: Server;
let client: Socket;
let answer: string;
let atOnce: Pick<Terms, "atOnce">;
/** The request that is being received. */
let request: Promise<[IncomingMessage]>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  answer = "";
  atOnce = {};
  server = createServer((raw, reply) => {
    collected(arriving(raw, { limit: declared, over: refuse("payload_too_large"), windowMs, ...atOnce })).then(
      (body) => reply.end(String(body.length)),
      (error: Refusal) => {
        reply.writeHead(error.status, { connection: "close", "content-length": error.message.length });
        whileSending(raw, error.message, windowMs).pipe(reply);
      },
    );
  }).listen(0);
  request = once(server, "request") as Promise<[IncomingMessage]>;
  client = connect((server.address() as AddressInfo).port);
  client.on("data", (chunk) => (answer += chunk.toString()));
  client.write(`PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${declared}\r\n\r\n`);
  await request;
});
afterEach(() => {
  vi.useRealTimers();
  client.destroy();
  server.close();
});

/** Sends so many bytes and lets a window of time pass once they are there. */
async function send(size: number): Promise<void> {
  const [raw] = await request;
  let left = size;
  const arrived = new Promise<void>((done) =>
    raw.on("data", function count(chunk: Buffer) {
      left -= chunk.length;
      if (left > 0) return;
      raw.off("data", count);
      done();
    }),
  );
  if (size > 0) {
    client.write(Buffer.alloc(size));
    await arrived;
  }
  await vi.advanceTimersByTimeAsync(windowMs);
}

describe("the body of a file", () => {
  it("may take any time while it makes progress", async () => {
    for (let sent = 0; sent < declared - 250_000; sent += 250_000) await send(250_000);
    client.write(Buffer.alloc(250_000));
    await once(client, "data");
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*10000000/);
  });

  it("that comes to a stop hears of it, and the connection ends", async () => {
    await send(250_000);
    expect(answer).toBe("");
    await send(240_000);
    if (answer === "") await once(client, "data");
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*The request arrived too slowly\.$/);
    await vi.advanceTimersByTimeAsync(windowMs);
    await once(client, "close");
  });
});

it("a body that has to come at once gets no second window", async () => {
  client.destroy();
  atOnce = { atOnce: true };
  request = once(server, "request") as Promise<[IncomingMessage]>;
  client = connect((server.address() as AddressInfo).port);
  client.on("data", (chunk) => (answer += chunk.toString()));
  client.write(`PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${declared}\r\n\r\n`);
  await send(5_000_000);
  if (answer === "") await once(client, "data");
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it("what comes after a refusal is dropped without end only while it keeps coming", async () => {
  await send(0);
  if (answer === "") await once(client, "data");
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  for (let i = 0; i < 3; i++) await send(250_000);
  expect(client.destroyed).toBe(false);
  await send(1);
  await once(client, "close");
});
