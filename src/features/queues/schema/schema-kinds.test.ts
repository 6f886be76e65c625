import { expect, it } from "vitest";
import { noChoices, schemaIssues } from "#contract/queues/case-schema-rules.ts";
import type { CaseSchema, FieldSchema } from "#contract/queues/case-schema.ts";
import { blankData } from "#features/queues/data/data-blank.ts";
import { schemaChanges } from "./schema-changes.ts";
import { rowKind, rowKinds, turned } from "./schema-kinds.ts";
import { ruleChange, ruleText, withNull } from "./schema-rule-changes.ts";

const object = (properties: Record<string, FieldSchema>, required: string[] = []): CaseSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

it("begins every kind as the service takes it, a choice without words, and knows it again", () => {
  for (const { value } of rowKinds) {
    const field = turned({ type: "string", description: "As agreed" }, value);
    const missing = value === "choice" ? [{ path: ["properties", "a", "enum"], message: noChoices }] : [];
    expect(schemaIssues(object({ a: field }))).toEqual(missing);
    expect([rowKind(field), field.description]).toEqual([value, "As agreed"]);
  }
});

it("begins a choice with the values that are known", () => {
  expect(turned({ type: "string", title: "Sort" }, "choice", ["IT", "Legal"])).toEqual({
    type: "string",
    enum: ["IT", "Legal"],
    title: "Sort",
  });
  expect(turned({ type: "string" }, "string", ["IT"])).toEqual({ type: "string" });
});

it("keeps what is in a field that becomes a list, and gives it back", () => {
  const group: FieldSchema = { ...object({ net: { type: "number" } }, ["net"]), title: "Position" };
  const list = turned(group, "array");
  const { title, ...bare } = group;
  expect(list).toEqual({ type: "array", items: bare, title });
  expect(turned(list, "object")).toEqual(group);
  expect(turned(list, "number")).toEqual({ type: "number", title });
});

it("keeps the rules that another kind knows as well, and null", () => {
  const words: FieldSchema = { type: ["string", "null"], minLength: 3, pattern: "@", title: "Mail" };
  expect(turned(words, "email")).toEqual({ type: ["string", "null"], format: "email", minLength: 3, pattern: "@", title: "Mail" });
  expect(turned(words, "integer")).toEqual({ type: ["integer", "null"], title: "Mail" });
  expect(turned({ type: "number", maximum: 9, enum: [1.5] }, "integer")).toEqual({ type: "integer", maximum: 9 });
});

it("writes one rule into a field and leaves the others, in the words of the contract where it cannot be", () => {
  const sum: FieldSchema = { type: ["number", "null"], minimum: 5, description: "Net", enum: [5, null] };
  expect(ruleChange(sum, "maximum", " 1e3 ")).toEqual({ next: { ...sum, maximum: 1000 }, why: undefined });
  expect(ruleChange(sum, "minimum", "")).toEqual({
    next: { type: ["number", "null"], description: "Net", enum: [5, null] },
    why: undefined,
  });
  expect(ruleChange(sum, "maximum", "4").why).toBe("Use minimum or more");
  expect(ruleChange({ ...sum, maximum: 9 }, "minimum", "10").why).toBe("Maximum: Use minimum or more");
  expect(ruleChange(sum, "maximum", "much").why).toBe("Use a number such as 12.5");
  expect(ruleChange(sum, "enum", "5, 7.5,").next).toEqual({ ...sum, enum: [5, 7.5, null] });
  expect(["", "5,", "5.0", "6"].map((typed) => ruleText(sum, "enum", typed))).toEqual(["5", "5,", "5.0", "5"]);
  expect(ruleChange({ type: "string" }, "pattern", "(a").why).toBe("This is not a regular expression");
  expect(ruleChange({ type: "string", enum: [] }, "title", "Sort")).toEqual({
    next: { type: "string", enum: [], title: "Sort" },
    why: undefined,
  });
  expect(ruleChange(sum, "enum", ",").why).toBe("Enter at least one choice");
  expect(ruleChange({ type: "array", items: { type: "string" } }, "minItems", "1.5").why).toBe("Use a whole number, 0 or more");
  expect(withNull(sum, false)).toEqual({ type: "number", minimum: 5, description: "Net", enum: [5] });
  expect(withNull(withNull(sum, false), true)).toEqual({ ...sum, enum: [5] });
});

it("says what changes inside of groups too, and that fields stand in another order", () => {
  const supplier = object({ name: { type: "string" }, iban: { type: "string" } }, ["name"]);
  const lines: FieldSchema = { type: "array", items: object({ net: { type: "number" } }) };
  const before = object({ supplier, lines, note: { type: "string" } });
  const after = object({
    lines: { type: "array", maxItems: 9, items: object({ net: { type: "integer" }, tax: { type: "number" } }, ["tax"]) },
    supplier: object({ iban: { type: "string" }, name: { type: "string" } }, ["name", "iban"]),
  });
  expect(schemaChanges(before, before)).toEqual([]);
  expect(schemaChanges(before, after)).toEqual([
    "lines has different rules",
    "lines.net has different rules",
    "lines.tax is new, and required",
    "supplier.iban is now required",
    "The order of the fields of supplier changes",
    "note is no longer accepted",
    "The order of the fields changes",
  ]);
});

it("begins data with what has to be there without a decision", () => {
  const lines: FieldSchema = { type: "array", items: { type: "string" } };
  const schema = object(
    { lines, more: lines, supplier: object({ due: { type: ["string", "null"] }, name: { type: "string" } }, ["due", "name"]) },
    ["lines", "supplier"],
  );
  expect(JSON.parse(blankData(schema))).toEqual({ lines: [], supplier: { due: null } });
});
