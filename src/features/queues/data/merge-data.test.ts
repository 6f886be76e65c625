import { expect, it } from "vitest";
import { dataFacts } from "./data-facts.ts";
import { mergeData } from "./merge-data.ts";

const merged = (began: unknown, mine: unknown, theirs: unknown) => {
  const found = mergeData(...([began, mine, theirs].map((value) => JSON.stringify(value)) as [string, string, string]));
  return found && [JSON.parse(found.keep), JSON.parse(found.take)];
};
const both = (value: unknown) => [value, value];

it.each([
  ["different fields", { a: 1, b: 1 }, { a: 2, b: 1 }, { b: 3, a: 1 }, both({ a: 2, b: 3 })],
  ["one that went, one that came", { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 1, c: 1 }, both({ b: 1, c: 1 })],
  ["fields of one group", { g: { a: 1, b: 1 } }, { g: { a: 2, b: 1 } }, { g: { a: 1, b: 2 } }, both({ g: { a: 2, b: 2 } })],
  ["a group that both began", {}, { g: { a: 1 } }, { g: { b: 2 } }, both({ g: { a: 1, b: 2 } })],
  ["entries of a list", { l: [{ a: 1 }, 2] }, { l: [{ a: 3 }, 2] }, { l: [{ a: 1 }, 4] }, both({ l: [{ a: 3 }, 4] })],
  ["the same twice", { a: 1 }, { a: 2 }, { a: 2, b: null }, both({ a: 2, b: null })],
])("puts %s together", (_, began, mine, theirs, expected) => {
  expect(merged(began, mine, theirs)).toEqual(expected);
});

it("leaves to a decision what both changed, and nothing else", () => {
  const began = { a: 1, b: 1, g: { x: 1, y: 1 }, l: [1], gone: 1 };
  const mine = { a: 2, b: 2, g: { x: 2, y: 1 }, l: [1, 2], gone: 2 };
  const theirs = { a: 3, b: 1, g: { x: 3, y: 3 }, l: [0, 1] };
  expect(merged(began, mine, theirs)).toEqual([
    { a: 2, b: 2, g: { x: 2, y: 3 }, l: [1, 2], gone: 2 },
    { a: 3, b: 2, g: { x: 3, y: 3 }, l: [0, 1] },
  ]);
});

it("leaves a text as it is written that says the same, and takes no text apart that is no object", () => {
  expect(mergeData('{"a":1}', '{ "a": 1 }', '{"b":1,"a":1}')).toEqual({ keep: '{"b":1,"a":1}', take: '{"b":1,"a":1}' });
  expect(mergeData('{"a":1}', '{ "a": 2 }', '{"a": 1}')).toEqual({ keep: '{ "a": 2 }', take: '{ "a": 2 }' });
  expect([mergeData("Call", '{"a":1}', "{}"), mergeData("{}", '{"a', '{"a":1}')]).toEqual([undefined, undefined]);
});

it("tells of a field inside of groups by the words above it", () => {
  const supplier = { type: "object", title: "Supplier", properties: { name: { type: "string" } }, additionalProperties: false } as const;
  const schema = { type: "object", properties: { supplier }, additionalProperties: false } as const;
  expect(dataFacts(schema, '{"supplier": {"name": "Ink", "old": [1]}, "more": null, "none": {}}')).toEqual({
    "Data: Supplier · name": "Ink",
    "Data: Supplier · old": "[1]",
    "Data: more": "",
    "Data: none": "{}",
  });
});

it("keeps the numbers of fields that nobody touched, and tells two long ones apart", () => {
  const began = '{"id":35447905672478681021,"amount":1.10,"name":"a"}';
  expect(mergeData(began, began.replace('"a"', '"b"'), began.replace("1.10", "2.50"))?.keep.replaceAll(/\s/g, "")).toBe(
    '{"id":35447905672478681021,"amount":2.50,"name":"b"}',
  );
  expect(mergeData(began, began.replace("021", "022"), began)?.keep).toContain("35447905672478681022");
  expect(dataFacts(null, began)).toEqual({ "Data: id": "35447905672478681021", "Data: amount": "1.10", "Data: name": "a" });
});
