import { expect, it } from "vitest";
import { crashRounds } from "#server/testing/crash.ts";

it("survives 20 kill -9 with 30 running runs each", { timeout: 1_200_000 }, async () => {
  const result = await crashRounds(20, 30);
  process.stdout.write(`20 rounds: ${result.runs} acknowledged runs, ${result.unknown} waiting with an unknown outcome\n`);
  expect(result.runs).toBeGreaterThan(100);
});
