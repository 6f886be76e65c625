import { expect, it } from "vitest";
import { z } from "#contract/zod.ts";
import { knowsWords } from "./known-words.ts";

it("refuses a record whose words a statement cannot look at, so that none is forgotten", () => {
  expect(knowsWords(z.strictObject({ id: z.string(), tags: z.array(z.string()) }), "w")).toBe("true");
  const words = z.enum(["one", "two"]);
  for (const rule of [z.array(words), z.union([z.strictObject({ words }), z.string()])])
    expect(() => knowsWords(z.strictObject({ rule: rule.nullable() }), "w")).toThrow("rule has words");
});
