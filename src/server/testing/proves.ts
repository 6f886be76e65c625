import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { z } from "#contract/zod.ts";

/** A line of `seeds.jsonl`: what once found a defect, as fast-check prints it. */
const Found = z.strictObject({ test: z.string().min(1), seed: z.int(), path: z.string().optional() });

const found = readFileSync(join(import.meta.dirname, "seeds.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => Found.parse(JSON.parse(line)));

/** As `fc.assert`, but first with each seed that once found a defect in this test. */
export async function proves<T>(property: fc.IAsyncProperty<T> | fc.IProperty<T>, parameters: fc.Parameters<T> = {}): Promise<void> {
  const name = expect.getState().currentTestName;
  for (const { test, ...again } of found) if (test === name) await fc.assert(property, { ...parameters, ...again });
  await fc.assert(property, parameters);
}
