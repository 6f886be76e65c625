import { expect, it } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { caseList } from "#contract/queues/case-list.ts";
import { fieldColumns } from "#features/queues/cells/field-columns.ts";
import { orderedBy } from "#lists/list-order.ts";
import { searchReader } from "#lists/list-search.ts";
import { inWords, soughtInWords } from "#lists/list-words.ts";
import { chosenFields } from "#features/queues/chosen-fields.ts";
import { fieldControls } from "./field-filter.ts";

const schema: CaseSchema = {
  type: "object",
  properties: {
    paid: { type: "boolean" },
    sort: { type: "string", enum: ["IT", "Legal"] },
    supplier: { type: "string", title: "Supplier name" },
  },
  additionalProperties: false,
};

it("offers what a field can be in the words of its column, and the names of fields whose values are typed", () => {
  const { labels, begins, reads } = fieldControls(schema, {}).field;
  expect(labels?.map(({ key, value, word = value }) => `${key}: ${word}`)).toEqual(["paid: Yes", "paid: No", "sort: IT", "sort: Legal"]);
  expect(begins).toEqual(["Supplier name"]);
  expect(["paid: no", "Supplier name: Ink Ltd"].map((text) => reads?.(text))).toEqual([
    ["paid", "false"],
    ["supplier", "Ink Ltd"],
  ]);
});

it("offers a further field once those before it are chosen, and never hides one that is", () => {
  const paid: [string, string] = ["paid", "true"];
  const shown = (search: Parameters<typeof fieldControls>[1], of: CaseSchema | null = schema) =>
    Object.entries(fieldControls(of, search)).flatMap(([name, { hidden }]) => (hidden ? [] : [name]));
  expect([{}, { field: paid }, { field: paid, field2: paid }, { field3: paid }].map((search) => shown(search))).toEqual([
    ["field"],
    ["field", "field2"],
    ["field", "field2", "field3"],
    ["field", "field3"],
  ]);
  expect([shown({}, null), shown({ field2: paid }, null)]).toEqual([[], ["field2"]]);
  const asked = { field: ["sort", "IT"], field2: ["sort", "Legal"], field3: paid } satisfies Parameters<typeof fieldControls>[1];
  expect(chosenFields(asked)).toEqual({ fields: { sort: ["IT", "Legal"], paid: ["true"] } });
  expect(chosenFields({})).toEqual({});
  expect(soughtInWords(caseList, asked, fieldControls(schema, asked))).toBe("sort: IT, sort: Legal, paid: Yes.");
});

it("tells an order in the words of its column, of an amount too, and reads it from an address", () => {
  const total = {
    type: "object",
    properties: { value: { type: "number" }, currency: { type: "string" } },
    additionalProperties: false,
  } as const;
  const withTotal: CaseSchema = { ...schema, properties: { ...schema.properties, total } };
  const words = fieldControls(withTotal, {});
  const read = searchReader(caseList);
  const told = (raw: object) => inWords(caseList, read({ ...raw }), words);
  expect(fieldColumns(withTotal).map(({ orders }) => orders)).toEqual(["paid", "sort", "supplier", "total.value"]);
  expect(told({ sort: "field.supplier", order: "asc" })).toBe("All cases, by Supplier name, ascending");
  expect(told({ sort: "field.total.value" })).toBe("All cases, by total, descending");
  expect(told({ sort: "field.gone", search: "x" })).toBe("“x”, by gone, descending");
  for (const sort of ["field.", "title", `field.${"x".repeat(201)}`, 1]) expect(read({ sort })).toEqual({});
});

it("turns an order with the head of a column, which begins its own way", () => {
  const clicked = (search: Parameters<typeof orderedBy<typeof caseList>>[1], column: string, first?: "asc" | "desc") =>
    orderedBy(caseList, search, column, first);
  const names = clicked({ search: "x" }, "field.name", "asc");
  expect(names).toEqual({ search: "x", sort: "field.name", order: "asc" });
  expect(clicked(names, "field.name", "asc")).toEqual({ search: "x", sort: "field.name" });
  expect(clicked(names, "field.sum")).toEqual({ search: "x", sort: "field.sum" });
  expect(clicked(names, "created")).toEqual({ search: "x" });
});

it("tells a filter in the words of its control", () => {
  const words = fieldControls(schema, {});
  const told = (field: [string, string]) => soughtInWords(caseList, { field }, words);
  expect(told(["paid", "true"])).toBe("paid: Yes.");
  expect(told(["supplier", "Ink Ltd"])).toBe("Supplier name: Ink Ltd.");
  expect(told(["gone", "x"])).toBe("gone: x.");
});

it("filters by every field of a schema, however many it has", () => {
  const names = Array.from({ length: 60 }, (_, at) => `field ${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  const { begins, reads } = fieldControls({ type: "object", properties, additionalProperties: false }, {}).field;
  expect(begins).toEqual(names);
  expect(reads?.("field 59: late")).toEqual(["field 59", "late"]);
});
