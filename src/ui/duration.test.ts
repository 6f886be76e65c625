import { expect, test } from "vitest";
import { durationOf } from "./duration.tsx";

test("a time is told in one or two units, and a short one is never none", () => {
  const told = {
    0: "0s",
    3: "3ms",
    49: "49ms",
    99: "99ms",
    100: "0.1s",
    440: "0.4s",
    949: "0.9s",
    960: "1s",
    9_600: "10s",
    59_600: "1m",
    200_000: "3m 20s",
  };
  for (const [milliseconds, words] of Object.entries(told)) expect(durationOf(Number(milliseconds)), milliseconds).toBe(words);
  expect(durationOf(-5)).toBe("0s");
  expect(durationOf(7_500_000)).toBe("2h 5m");
  expect(durationOf(360_000_000)).toBe("4d 4h");
});
