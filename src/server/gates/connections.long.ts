import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";

// What takes as long as the service's own time-outs. The tests run side by side.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Line {
  readonly text: string;
  readonly seconds: number;
}

/** Opens a connection, writes the parts a second apart from each other and reads until the other side ends it, or for `patience` seconds. */
function trickle(parts: Iterable<string>, patience: number): Promise<Line> {
  const { hostname, port } = new URL(service.url);
  const began = performance.now();
  return new Promise((resolve) => {
    let text = "";
    const queue = parts[Symbol.iterator]();
    const socket = connect(Number(port), hostname);
    const writer = setInterval(() => write(), 1000);
    const end = () => {
      clearInterval(writer);
      clearTimeout(limit);
      socket.destroy();
      resolve({ text, seconds: (performance.now() - began) / 1000 });
    };
    const limit = setTimeout(end, patience * 1000);
    const write = () => {
      const { value, done } = queue.next();
      if (!done && socket.writable) socket.write(value);
    };
    socket.on("connect", write);
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", end);
    socket.on("error", () => undefined);
  });
}

function* drip(head: string, piece: string): Generator<string> {
  yield head;
  for (;;) yield piece;
}

describe.concurrent("a slow client", { timeout: 60_000 }, () => {
  it("that sends headers drop by drop is cut off", async () => {
    const { seconds } = await trickle(drip("GET /v2/profile HTTP/1.1\r\nhost: localhost\r\n", "x-a: b\r\n"), 40);
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(35);
  });

  it("that sends nothing at all is cut off", async () => {
    expect((await trickle([], 45)).seconds).toBeLessThan(40);
  });

  it("that sends a body drop by drop is cut off", async () => {
    const head = `POST /v2/api-keys HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.keys.owner}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
    const { text, seconds } = await trickle(drip(head, " "), 40);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(25);
  });

  it("that reads events for longer than any time-out keeps its stream", async () => {
    const head = `GET /v2/teams/${service.teamId}/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.keys.owner}\r\n\r\n`;
    const { text, seconds } = await trickle([head], 33);
    expect(text).toContain("200 OK");
    expect(text.match(/: beat/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeGreaterThan(32);
  });
});
