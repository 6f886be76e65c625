import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pacer, type Priority } from "./pacer.ts";
import { followPause, waitsUntil } from "./quota.ts";

interface Sent {
  readonly name: string;
  readonly end: (status?: number, headers?: Record<string, string>) => void;
}

let pacer: Pacer;
let sent: Sent[];
beforeEach(() => {
  vi.useFakeTimers();
  pacer = new Pacer();
  sent = [];
});
afterEach(() => void vi.useRealTimers());

function ask(name: string, priority: Priority = "person", signal?: AbortSignal): Promise<unknown> {
  return pacer
    .run(priority, signal, () => {
      const { promise, resolve } = Promise.withResolvers<{ status: number; headers: Headers }>();
      sent.push({ name, end: (status = 200, headers = {}) => resolve({ status, headers: new Headers(headers) }) });
      return promise;
    })
    .catch((error: unknown) => error);
}
const names = () => sent.map(({ name }) => name);
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("requests", () => {
  it("are six at a time, people before polling", async () => {
    for (let i = 0; i < 6; i += 1) void ask(`${i}`);
    void ask("poll", "background");
    void ask("person");
    await settle();
    expect(names()).toEqual(["0", "1", "2", "3", "4", "5"]);
    sent[0]?.end();
    await settle();
    expect(names().slice(6)).toEqual(["person"]);
    sent[1]?.end();
    await settle();
    expect(names().slice(7)).toEqual(["poll"]);
  });

  it("leave a person what polling would use up", async () => {
    void ask("first");
    await settle();
    sent[0]?.end(200, { ratelimit: '"v2";r=3;t=30' });
    await settle();
    void ask("poll", "background");
    void ask("person");
    await settle();
    expect(names()).toEqual(["first", "person"]);
    sent[1]?.end(200, { ratelimit: '"v2";r=2;t=30' });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(names()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(names()).toEqual(["first", "person", "poll"]);
  });

  it("wait after a refusal for as long as it says, and screens know until when", async () => {
    void ask("refused");
    await settle();
    sent[0]?.end(429, { "retry-after": "4" });
    await settle();
    void ask("later");
    await vi.advanceTimersByTimeAsync(3_900);
    expect(names()).toEqual(["refused"]);
    expect(waitsUntil()).toBe(Date.now() + 100);
    await vi.advanceTimersByTimeAsync(200);
    expect(names()).toEqual(["refused", "later"]);
    expect(waitsUntil()).toBeUndefined();
  });

  it("go on after a refusal that is not the quota's", async () => {
    void ask("a wrong password too many");
    await settle();
    sent[0]?.end(429, { "retry-after": "834", ratelimit: '"v2";r=298;t=60' });
    await settle();
    expect(waitsUntil()).toBeUndefined();
    void ask("the next");
    await settle();
    expect(names()).toHaveLength(2);
  });

  it("that nobody waits for any more are not sent", async () => {
    for (let i = 0; i < 6; i += 1) void ask(`${i}`);
    const control = new AbortController();
    const left = ask("left", "person", control.signal);
    control.abort(new Error("left"));
    expect(await left).toEqual(new Error("left"));
    sent[0]?.end();
    await settle();
    expect(names()).not.toContain("left");
  });

  it("leave a person their part: what follows changes rests once it is ahead of its share of the window", async () => {
    const pauses: number[] = [];
    for (const rest of ["r=290;t=58", "r=200;t=58", "r=200;t=20", "r=80;t=20"]) {
      void ask(rest);
      await settle();
      sent.at(-1)?.end(200, { ratelimit: `default;${rest}`, "ratelimit-policy": "default;q=300;w=60" });
      await settle();
      pauses.push(followPause());
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect([...pauses, followPause()]).toEqual([0, 5000, 0, 15_000, 0]);
  });
});
