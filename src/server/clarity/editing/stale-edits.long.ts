import { expect, it } from "vitest";
import { beginRandom } from "#server/testing/seed.ts";
import { staleEdits } from "./stale-edits.cases.ts";

it("10,000 stale patches corrupt no steps", () => {
  beginRandom("stale edits");
  const { rebased, failed, corrupt } = staleEdits(10_000);
  expect(rebased + failed).toBeGreaterThan(9_000);
  expect(Math.min(rebased, failed, corrupt)).toBeGreaterThan(500);
});
