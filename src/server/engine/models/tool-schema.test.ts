import fc from "fast-check";
import { expect, test } from "vitest";
import { portable } from "./tool-schema.ts";

const text = { type: "string" };

test.each([
  ["no properties", { type: "object" }, { type: "object", properties: {} }],
  ["properties that are null", { type: "object", properties: null, required: null }, { type: "object", properties: {} }],
  [
    "anyOf that requires one of two",
    { type: "object", properties: { a: text, b: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { type: "object", properties: { a: text, b: text }, description: "Give a, or b." },
  ],
  [
    "oneOf with properties of its own",
    {
      description: "Find a page.",
      oneOf: [
        { properties: { kind: { const: "id" }, id: text }, required: ["kind", "id"] },
        { properties: { kind: { const: "url" }, url: text }, required: ["kind", "url"] },
      ],
    },
    {
      type: "object",
      description: "Find a page. Give kind and id, or kind and url.",
      properties: { kind: { anyOf: [{ const: "id" }, { const: "url" }] }, id: text, url: text },
      required: ["kind"],
    },
  ],
  [
    "allOf and a reference",
    {
      $defs: { Base: { properties: { a: text }, required: ["a"] } },
      allOf: [{ $ref: "#/$defs/Base" }, { properties: { b: text }, required: ["b"] }],
    },
    {
      type: "object",
      properties: { a: text, b: text },
      required: ["a", "b"],
      $defs: { Base: { properties: { a: text }, required: ["a"] } },
    },
  ],
  [
    "a root that may be null",
    { anyOf: [{ type: "object", properties: { a: text } }, { type: "null" }] },
    { type: "object", properties: { a: text } },
  ],
  ["a reference in a circle", { $ref: "#" }, { type: "object", properties: {} }],
  [
    "the words of earlier drafts",
    {
      $schema: "http://json-schema.org/draft-04/schema#",
      type: "object",
      properties: {
        n: { type: "number", minimum: 0, exclusiveMinimum: true, required: true },
        pair: { type: "array", items: [text, { type: "number" }] },
        any: true,
        open: { type: "any" },
        rows: { type: "array" },
        far: { $ref: "https://example.com/schema.json" },
        none: { enum: [] },
      },
    },
    {
      type: "object",
      properties: {
        n: { type: "number", minimum: 0 },
        pair: { type: "array", items: { anyOf: [text, { type: "number" }] } },
        any: {},
        open: {},
        rows: { type: "array", items: {} },
        far: {},
        none: {},
      },
    },
  ],
  [
    "properties that are called as keywords are",
    { type: "object", properties: { required: text, type: text, enum: { type: "array", items: text }, id: text, anyOf: text } },
    { type: "object", properties: { required: text, type: text, enum: { type: "array", items: text }, id: text, anyOf: text } },
  ],
])("brings into the form that providers take: %s", (_, declared, expected) => {
  expect(portable(declared as never)).toEqual(expected);
});

test("has an object without branches at its root, whatever a server declares", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("anyOf", "oneOf", "allOf", "not", "$ref", "type", "properties", "required", "$defs"),
        fc.json().map((json) => JSON.parse(json) as unknown),
      ),
      (declared) => {
        const schema = portable(declared);
        expect(schema).toMatchObject({ type: "object", properties: expect.any(Object) });
        expect(Object.keys(schema)).not.toContain("anyOf");
        expect(schema["required"] ?? []).toBeInstanceOf(Array);
      },
    ),
  );
});
