import { expect, test } from "vitest";
import { name } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { parseInput } from "./parse.ts";

test("two rules that say the same of one field are one issue", () => {
  const schema = z.strictObject({ name, other: name });
  const caught = (value: unknown) => {
    try {
      return parseInput(schema, value, "body");
    } catch (error) {
      return (error as { issues?: unknown }).issues;
    }
  };
  expect(caught({ name: "", other: "Fine" })).toEqual([{ path: ["name"], message: "Enter a name" }]);
  expect(caught({ name: "", other: "" })).toHaveLength(2);
});
