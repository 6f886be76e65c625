import { expect, it } from "vitest";
import { CallRate } from "./call-rate.ts";

it("gives a job a burst of calls and then so many a second, fewer of large ones, and saves no more than the burst", () => {
  let now = 0;
  const rate = new CallRate({ callsPerSecond: 10, callBurst: 3 }, () => now);
  for (let call = 0; call < 3; call += 1) {
    expect(rate.wait()).toBe(0);
    rate.take(1, 0);
  }
  expect(rate.wait()).toBe(1);
  now = 100;
  expect(rate.wait()).toBe(0);
  // One call, and 128 KiB with it: four are owed then.
  rate.take(1, 128 * 1024);
  expect(rate.wait()).toBe(401);
  now = 501;
  expect(rate.wait()).toBe(0);
  rate.take(0, 64 * 1024);
  expect(rate.wait()).toBe(200);
  now = 1e6;
  for (let call = 0; call < 3; call += 1) rate.take(1, 0);
  expect(rate.wait()).toBe(1);
});
