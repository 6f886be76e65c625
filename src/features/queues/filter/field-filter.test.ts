import { expect, it } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { fieldColumns } from "#features/queues/cells/field-columns.ts";
import { caseList } from "#contract/queues/case-list.ts";
import { soughtInWords } from "#lists/list-words.ts";
import { fieldControl } from "./field-filter.ts";

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
  const { labels, begins, reads } = fieldControl(schema, fieldColumns(schema), undefined);
  expect(labels?.map(({ key, value, word = value }) => `${key}: ${word}`)).toEqual(["paid: Yes", "paid: No", "sort: IT", "sort: Legal"]);
  expect(begins).toEqual(["Supplier name"]);
  expect(["paid: no", "Supplier name: Ink Ltd"].map((text) => reads?.(text))).toEqual([
    ["paid", "false"],
    ["supplier", "Ink Ltd"],
  ]);
});

it("tells a filter in the words of its control", () => {
  const words = { field: fieldControl(schema, fieldColumns(schema), undefined) };
  const told = (field: [string, string]) => soughtInWords(caseList, { field }, words);
  expect(told(["paid", "true"])).toBe("paid: Yes.");
  expect(told(["supplier", "Ink Ltd"])).toBe("Supplier name: Ink Ltd.");
  expect(told(["gone", "x"])).toBe("gone: x.");
});
