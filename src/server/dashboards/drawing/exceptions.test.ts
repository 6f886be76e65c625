import { expect, test } from "vitest";
import { sourceOf } from "#contract/dashboards/catalogue.ts";
import { isWorse } from "./exceptions.ts";

function termOf(name: string, source = "cases") {
  const measure = sourceOf(source)?.measures[name];
  if (!measure) throw new Error(`${source} has no measure ${name}`);
  return { ...measure, name, decimals: 0 };
}

test("open work is worse where there was some before, and failures also where there were none", () => {
  expect(isWorse(termOf("open"), 10_036, 0)).toBe(false);
  expect(isWorse(termOf("open"), 10_036, 40)).toBe(true);
  expect(isWorse(termOf("backlog", "flow"), 301, 0)).toBe(false);
  expect(isWorse(termOf("backlog", "flow"), 301, 40)).toBe(true);
  expect(isWorse(termOf("failed"), 12, 0)).toBe(true);
});
