import { expect, test } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { fieldColumns } from "./field-columns.ts";
import { fieldValue, fieldWords } from "./field-values.ts";

const schema: CaseSchema = {
  type: "object",
  additionalProperties: false,
  required: ["rule", "gross"],
  properties: {
    note: { type: "string" },
    rule: { type: "string", title: "Rule" },
    gross: {
      type: "object",
      title: "Gross",
      additionalProperties: false,
      properties: { amount: { type: "number" }, currency: { type: "string" } },
    },
    supplier: {
      type: "object",
      title: "Supplier",
      additionalProperties: false,
      properties: { name: { type: "string", title: "Name" }, since: { type: "string", format: "date" } },
    },
    discount: { type: ["number", "null"], multipleOf: 0.01 },
    paid: { type: "boolean" },
    pieces: { type: "integer" },
    seen: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string" } },
  },
};
const columns = fieldColumns(schema);
const shown = (data: string) =>
  Object.fromEntries(columns.map((column) => [column.header, fieldWords(fieldValue({ json_schema_id: "v1", data }, column), column)]));

test("plain fields and amounts are columns, those that every case has from the start", () => {
  expect(columns.map(({ id, header, kind, rare }) => [id, header, kind, rare ?? false])).toEqual([
    ["field.note", "note", "string", true],
    ["field.rule", "Rule", "string", false],
    ["field.gross", "Gross", "money", false],
    ["field.supplier.name", "Supplier · Name", "string", true],
    ["field.supplier.since", "Supplier · since", "date", true],
    ["field.discount", "discount", "number", true],
    ["field.paid", "paid", "boolean", true],
    ["field.pieces", "pieces", "integer", true],
    ["field.seen", "seen", "date-time", true],
  ]);
  expect(fieldColumns(null)).toEqual([]);
});

test("a value is said by its kind, with every digit that was sent", () => {
  const data = `{"rule": "above limit", "gross": {"amount": 100318085875, "currency": "EUR"}, "supplier": {"since": "2026-02-01"},
    "discount": 2.5, "paid": false, "pieces": 12345678901234567890}`;
  expect(shown(data)).toEqual({
    note: undefined,
    Rule: "above limit",
    Gross: "100,318,085,875.00 EUR",
    "Supplier · Name": undefined,
    "Supplier · since": "Feb 1, 2026",
    discount: "2.50",
    paid: "No",
    pieces: "12,345,678,901,234,567,890",
    seen: undefined,
  });
  // As programs write a whole amount.
  expect(["64260.0", "64260.00", "64260.125"].map((discount) => shown(`{"discount": ${discount}}`)["discount"])).toEqual([
    "64,260.00",
    "64,260.00",
    "64,260.125",
  ]);
});

test("what has no fields, or others than the schema says, is shown as it is or not at all", () => {
  expect(fieldValue({ json_schema_id: null, data: '{"rule": "x"}' }, columns[1] ?? columns[0]!)).toBeUndefined();
  expect(shown('{"rule": ["a"], "gross": 12, "discount": null, "supplier": "none", "constructor": 1}')).toMatchObject({
    Rule: '["a"]',
    Gross: "12.00",
    discount: undefined,
    "Supplier · Name": undefined,
  });
});
