import { expect, it } from "vitest";
import { argumentsIn, argumentsOf, fieldsOf } from "./tool-fields.ts";

const schema = {
  type: "object",
  properties: {
    supplier: { type: "string", description: "Part of the name" },
    state: { enum: ["paid", "unpaid"] },
    limit: { type: "integer" },
    share: { type: ["number", "null"] },
    exact: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    either: { type: ["string", "number"] },
  },
  required: ["supplier", "tags"],
};

it("names a way to enter each argument of a schema", () => {
  const fields = fieldsOf(schema) ?? [];
  expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ["supplier", "text", true],
    ["state", "choice", false],
    ["limit", "integer", false],
    ["share", "number", false],
    ["exact", "yesno", false],
    ["tags", "json", true],
    ["either", "json", false],
  ]);
  expect(fields[0]?.hint).toBe("Part of the name");
});

it("makes no form of what a schema does not say, or says too much of", () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${at}`, {}]));
  for (const given of [undefined, null, "text", [], { type: "object" }, { properties: [] }, { properties: many }])
    expect(fieldsOf(given)).toBeUndefined();
  expect(fieldsOf({ type: "object", additionalProperties: false })).toEqual([]);
  expect(fieldsOf({ properties: { odd: 7, toString: { type: "toString" } } })?.map(({ kind }) => kind)).toEqual(["json", "json"]);
});

it("sends what was typed as the kinds that they are, and leaves out what was not", () => {
  const fields = fieldsOf(schema) ?? [];
  expect(argumentsOf(fields, { supplier: " Ink ", limit: "3", share: "0.5", exact: "false", tags: '["a"]', state: "" })).toEqual({
    given: { supplier: " Ink ", limit: 3, share: 0.5, exact: false, tags: ["a"] },
    errors: {},
  });
  expect(argumentsOf(fields, { limit: "3.5", share: "much", tags: "a" }).errors).toEqual({
    supplier: "Enter a value",
    limit: "Enter a whole number",
    share: "Enter a number",
    tags: expect.stringMatching(/^Enter JSON/) as string,
  });
});

it("takes one object where there are no fields", () => {
  expect(argumentsIn(' {"a": 1} ')).toEqual({ given: { a: 1 } });
  expect(argumentsIn("")).toEqual({ given: {} });
  expect([argumentsIn("[1]").error, argumentsIn("{").error]).toEqual([
    expect.stringMatching(/^Enter an object/),
    expect.stringMatching(/^Enter JSON/),
  ]);
});

it("sends every digit that was typed", () => {
  const fields = fieldsOf(schema) ?? [];
  const { given, errors } = argumentsOf(fields, { supplier: "Ink", limit: "35447905672478681021", share: "1.10", tags: "[0.1e1, -0]" });
  expect(errors).toEqual({});
  expect(JSON.stringify(given)).toBe('{"supplier":"Ink","limit":35447905672478681021,"share":1.10,"tags":[0.1e1,-0]}');
  expect(JSON.stringify(argumentsIn('{"a": 1e400}').given)).toBe('{"a":1e400}');
  expect(argumentsIn("1.10").error).toMatch(/^Enter an object/);
});
