import { expect, it } from "vitest";
import { caseChecker, isTyped } from "#contract/queues/case-data.ts";
import { type CaseSchema, CaseSchemaDocument } from "#contract/queues/case-schema.ts";
import { parseExact } from "#contract/exact-json.ts";
import { schemaIssues } from "#contract/queues/case-schema-rules.ts";

const invoice: CaseSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  title: "Invoice",
  properties: {
    number: { type: "string", pattern: "^INV-\\d+$", maxLength: 12 },
    amount: { type: "number", exclusiveMinimum: 0, multipleOf: 0.01 },
    pages: { type: "integer", minimum: 1, maximum: 99 },
    paid: { type: "boolean" },
    currency: { type: "string", enum: ["EUR", "CHF"] },
    due: { type: ["string", "null"], format: "date" },
    sent: { type: "string", format: "date-time" },
    supplier: {
      type: "object",
      properties: { name: { type: "string", minLength: 1 }, mail: { type: "string", format: "email" } },
      required: ["name"],
      additionalProperties: false,
    },
    lines: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: { type: "object", properties: { net: { type: "number" } }, required: ["net"], additionalProperties: false },
    },
  },
  required: ["number", "amount"],
  additionalProperties: false,
};
const misfits = (data: unknown) =>
  caseChecker(invoice)
    .checkAll([JSON.stringify(data)])
    .flatMap((issues) => issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
const fitting = { number: "INV-7", amount: 12.5 };

it("takes what fits", () => {
  expect(schemaIssues(invoice)).toEqual([]);
  const more = { pages: 3, paid: false, currency: "CHF", due: null, sent: "2026-01-31T09:30:00+01:00" };
  expect(misfits({ ...fitting, ...more, supplier: { name: "Paper", mail: "a@example.com" }, lines: [{ net: 1 }] })).toEqual([]);
});

it.each([
  [{ amount: 1 }, "number: This is required"],
  [{ ...fitting, number: "7" }, "number: Use a text of the form ^INV-\\d+$"],
  [{ ...fitting, number: "INV-123456789" }, "number: Use at most 12 characters"],
  [{ ...fitting, amount: "12" }, "amount: Use a number such as 12.5"],
  [{ ...fitting, amount: 0 }, "amount: Use more than 0"],
  [{ ...fitting, amount: 0.001 }, "amount: Use a multiple of 0.01"],
  [{ ...fitting, pages: 1.5 }, "pages: Use a whole number such as 12"],
  [{ ...fitting, paid: null }, "paid: Use yes or no (true or false)"],
  [{ ...fitting, currency: "USD" }, "currency: Use one of: EUR, CHF"],
  [{ ...fitting, due: "31.1.2026" }, "due: Use a date such as 2026-01-31"],
  [{ ...fitting, sent: "yesterday" }, "sent: Use a date and time such as 2026-01-31T09:30:00Z or 2026-01-31T11:30:00+02:00"],
  [{ ...fitting, supplier: { mail: "a@example.com" } }, "supplier.name: This is required"],
  [{ ...fitting, supplier: { name: "A", mail: "no" } }, "supplier.mail: Use an email address such as name@example.com"],
  [{ ...fitting, supplier: { name: "A", zip: 1 } }, "supplier: Unknown field: zip"],
  [{ ...fitting, lines: [] }, "lines: Give at least 1"],
  [{ ...fitting, lines: [{ net: 1 }, { net: "1" }] }, "lines.1.net: Use a number such as 12.5"],
])("names the place of what does not fit: %j", (data, issue) => {
  expect(misfits(data)).toEqual([issue]);
});

it("takes no prototype for a field, and says what is no JSON", () => {
  const check = (text: string) =>
    caseChecker(invoice)
      .checkAll([text])[0]
      ?.map(({ message }) => message);
  expect(check('{"__proto__": {"number": "INV-7", "amount": 1}}')).toContain("Unknown field: __proto__");
  expect(check('{"number": "INV-7", "amount": 1, "constructor": 1}')).toEqual(["Unknown field: constructor"]);
  expect(check('{"number": "INV-7"')).toEqual(["This is not valid JSON"]);
  expect(check(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`)).toEqual(["This is not valid JSON"]);
  expect(["{}", "\n {", "", "[1]", '"text"', "Call back {today}"].map(isTyped)).toEqual([true, true, false, false, false, false]);
});

it("looks only at what was given, also for fields that are called as what every object has", () => {
  const text = { type: "string" } as const;
  const inner = { type: "object", properties: { valueOf: text }, additionalProperties: false } as const;
  const schema: CaseSchema = {
    ...inner,
    properties: { constructor: inner, toString: text, hasOwnProperty: text },
    required: ["hasOwnProperty"],
  };
  expect(schemaIssues(schema)).toEqual([]);
  const [none, all, wrong] = caseChecker(schema)
    .checkAll([
      "{}",
      '{"constructor": {"valueOf": "a"}, "toString": "b", "hasOwnProperty": "c"}',
      '{"constructor": {"toString": 1}, "toString": 2, "hasOwnProperty": "c"}',
    ])
    .map((issues) => issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  expect(none).toEqual(["hasOwnProperty: This is required"]);
  expect(all).toEqual([]);
  expect(wrong?.toSorted()).toEqual(["constructor: Unknown field: toString", "toString: Use text"]);
});

it("tells of fifty places at most, however many texts are wrong in however many", () => {
  const wrong = JSON.stringify({ ...fitting, lines: Array.from({ length: 10_000 }, () => ({ net: "x" })) });
  const found = caseChecker(invoice).checkAll(Array.from({ length: 100 }, () => wrong));
  expect([found.length, found.flat().length]).toEqual([100, 50]);
});

const closed = "object schemas must set additionalProperties to false";
const object = (properties: object, more: object = {}) => ({ type: "object", properties, additionalProperties: false, ...more });
const nested = (levels: number): object => (levels === 0 ? { type: "string" } : object({ a: nested(levels - 1) }));

it.each([
  [{ type: "array", items: { type: "string" } }, "", closed],
  [{ type: "object", properties: {} }, "", closed],
  [object({}, { additionalProperties: true }), "", closed],
  [object({ a: { type: "object" } }), "properties.a", closed],
  [object({ a: { type: "array", items: { type: "object", additionalProperties: {} } } }), "properties.a.items", closed],
  [object({ a: { type: "array" } }), "properties.a", closed],
  [object({ a: { type: "array", items: [{ type: "string" }] } }), "properties.a.items", "Expected an object"],
  [object({ a: { type: "text" } }), "properties.a.type", "Use one of: string"],
  [object({ a: { type: ["string", "number"] } }), "properties.a.type", "Use one of: string"],
  [object({ a: { anyOf: [] } }), "properties.a.type", "Use one of: string"],
  [object({ a: { type: "string", $ref: "#" } }), "properties.a", "Unknown here: $ref"],
  [object({ a: { type: "string", minimum: 1 } }), "properties.a", "Unknown here: minimum"],
  [object({ "a.b": { type: "string" } }), "properties.a.b", "without periods"],
  [object({}, { required: ["a"] }), "required", "no field “a” here"],
  [object({ a: { type: "string", pattern: "(?=a)" } }), "properties.a.pattern", "look ahead"],
  [object({ a: { type: "string", enum: [1] } }), "properties.a.enum", "of the field's type"],
  [object({ a: { type: "string", minLength: 5, maxLength: 2 } }), "properties.a.maxLength", "Use minLength or more"],
  [object({ a: { type: "number", multipleOf: 0 } }), "properties.a.multipleOf", "more than 0"],
  [object({ a: { type: "string", format: "ipv4" } }), "properties.a.format", "Use one of: date,"],
  [nested(9), "properties.a".repeat(8).replaceAll("ap", "a.p"), "at most 8 levels"],
  [object(Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`f${i}`, { type: "string" }]))), "properties.f300", "at most 300"],
  [object({ a: { type: "string", description: "x".repeat(2001) } }), "properties.a.description", "at most 2,000"],
  [object({ a: { type: "string", enum: ["x".repeat(64_000)] } }), "", "at most 64,000"],
])("refuses what is no case schema, with the place: %#", (schema, path, words) => {
  const [first, ...more] = schemaIssues(schema);
  expect([first?.path.join("."), first?.message, more]).toEqual([path, expect.stringContaining(words), []]);
});

it("compares numbers with their bounds and choices by every digit", () => {
  const schema = parseExact(`{"type":"object","additionalProperties":false,"properties":{
    "low":{"type":"number","minimum":35447905672478681021},"high":{"type":"number","exclusiveMaximum":12345678901234567890.55},
    "one":{"type":["number","null"],"enum":[35447905672478681021,7,null]}}}`);
  const kept = CaseSchemaDocument.parse(schema);
  expect(JSON.stringify(kept)).toContain('"minimum":35447905672478681021');
  const issues = (data: string) =>
    caseChecker(kept)
      .checkAll([data])[0]
      ?.map(({ message }) => message);
  expect(issues('{"low":35447905672478681021,"high":12345678901234567890.54,"one":7.0}')).toEqual([]);
  expect(issues('{"low":35447905672478681020}')).toEqual(["Use 35447905672478681021 or more"]);
  expect(issues('{"high":12345678901234567890.55}')).toEqual(["Use less than 12345678901234567890.55"]);
  expect(issues('{"one":35447905672478681022}')).toEqual(["Use one of: 35447905672478681021, 7"]);
  const crossed = parseExact('{"type":"number","minimum":35447905672478681021,"maximum":35447905672478681020}');
  expect(schemaIssues({ type: "object", properties: { crossed }, additionalProperties: false })).toMatchObject([
    { message: "Use minimum or more" },
  ]);
});
