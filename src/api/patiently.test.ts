import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeBrowser } from "./fake-browser.ts";

fakeBrowser();
const { ApiError } = await import("./client.ts");
const { patiently } = await import("./patiently.ts");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What comes of work whose tries end in these, and when each try began, in seconds. */
async function tries(...ends: (InstanceType<typeof ApiError> | "done")[]) {
  const began = Date.now();
  const at: number[] = [];
  const work = patiently(
    async () => {
      const end = ends[at.length];
      at.push((Date.now() - began) / 1000);
      if (end instanceof ApiError) throw end;
      return end;
    },
    { signal: new AbortController().signal, again: 2 },
  ).catch((error: unknown) => (error as InstanceType<typeof ApiError>).code);
  await vi.runAllTimersAsync();
  return { result: await work, at };
}

const fault = (status: number, code: string, retryAfter?: number) =>
  new ApiError(status, code, "", retryAfter === undefined ? {} : { retryAfter });

describe("work of many requests", () => {
  it("goes on after the time that the service names, else after longer and longer ones", async () => {
    expect(await tries(fault(429, "rate_limited", 7), fault(0, "unreachable"), "done")).toEqual({ result: "done", at: [0, 7, 9] });
  });
  it("does not ask again where the answer stays the same", async () => {
    expect(await tries(fault(409, "name_taken"))).toEqual({ result: "name_taken", at: [0] });
  });
  it("ends as soon as it is called off, also while it waits", async () => {
    const control = new AbortController();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      throw fault(429, "rate_limited", 60);
    };
    const ended = patiently(ask, { signal: control.signal, again: 2 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    control.abort();
    expect(await ended).toBe(control.signal.reason);
    expect(asked).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
  it("ends with the last fault", async () => {
    expect(await tries(fault(500, "internal"), fault(503, "busy", 1), fault(502, "gateway"))).toEqual({ result: "gateway", at: [0, 1, 2] });
  });
});
