import { expect, it } from "vitest";
import { crashRounds } from "#server/testing/crash.ts";

it("survives two kill -9 during running runs", async () => {
  const { runs } = await crashRounds(2, 12);
  expect(runs).toBeGreaterThan(0);
});
