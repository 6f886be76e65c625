import { expect, it } from "vitest";
import { labelsCell } from "#contract/queues/case-fields.ts";
import { labelsIn } from "./label-text.ts";

it.each([
  ["month: March; late", [{ key: "month", value: "March" }, { value: "late" }]],
  ["at: 10:30", [{ key: "at", value: "10:30" }]],
  [
    String.raw`a\; b; k\: z; k\:1: v; c: \\ d`,
    [{ value: "a; b" }, { value: "k: z" }, { key: "k:1", value: "v" }, { key: "c", value: "\\ d" }],
  ],
])("%s comes back as the labels it was written from", (cell, labels) => {
  expect(labelsIn(cell)).toEqual(labels);
  expect(labelsCell(labels)).toBe(cell);
});

it("reads what people write", () => {
  expect(labelsIn(String.raw` month:March ;; C:\temp${"\n"}:late; a\b`)).toEqual([
    { key: "month", value: "March" },
    { key: "C", value: String.raw`\temp` },
    { value: ":late" },
    { value: String.raw`a\b` },
  ]);
});
