import fc from "fast-check";
import { expect, test } from "vitest";
import { toolName, toolPrefix } from "./tool-names.ts";
import { proves } from "#server/testing/proves.ts";

test("the names of tools are those that every provider takes, and differ where the tools do", async () => {
  expect(toolName(toolPrefix("Käse & Co", "Work"), "create_issue")).toBe("kase_co_work__create_issue");
  const names = fc.uniqueArray(
    fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom("a.b", "a_b", "a b", "x".repeat(90), `${"x".repeat(90)}y`)),
    { maxLength: 6 },
  );
  await proves(
    fc.property(fc.string({ unit: "binary" }), names, (slot, tools) => {
      const called = tools.map((tool) => toolName(toolPrefix(slot), tool));
      expect(called.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
      expect(new Set(called).size).toBe(tools.length);
    }),
    { numRuns: 30 },
  );
});
