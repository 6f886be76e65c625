import { expect, test } from "vitest";
import { retriedInWords } from "./use-retried.ts";

test("says of cases that were assigned again how each of them ended", () => {
  expect(retriedInWords(Array.from({ length: 8 }, () => "failed" as const))).toBe("8 retried: 0 done, 8 failed");
  expect(retriedInWords(["completed", "needs_input", "completed"])).toBe("3 retried: 2 done, 0 failed, 1 waiting for a person");
});
