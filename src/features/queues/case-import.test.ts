import { expect, it } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { parseCsv } from "#ui/csv.ts";
import { batchesOf, dataColumns, guessColumns, planImport, readCsvFile } from "./case-import.ts";

function plan(text: string) {
  const table = parseCsv(text);
  return planImport(table, guessColumns(table));
}

it("makes cases of rows: priority and labels by their columns, all others as data under their names", () => {
  const { rows, refused } = plan(
    '\uFEFFsupplier;Title;priority;labels;2024;2024\n"Paper; ""Ltd""";Late invoice;HIGH;"month: March; late; at: 10:30";007;\n',
  );
  expect(refused).toEqual([]);
  expect(rows).toEqual([
    {
      line: 2,
      case: {
        title: "Late invoice",
        priority: "high",
        labels: [{ key: "month", value: "March" }, { value: "late" }, { key: "at", value: "10:30" }],
        data: '{\n  "supplier": "Paper; \\"Ltd\\"",\n  "2024": "007",\n  "2024 (2)": ""\n}',
      },
    },
  ]);
});

it("refuses rows with their lines, in the words of the contract", () => {
  const long = "x".repeat(501);
  const { rows, refused } = plan(
    `title,priority,labels,note\nFirst,low,,\n" ",,,"two\nlines"\n${long},,,\nOdd,,\nBlank label,,month:,\nGood,none,,\n`,
  );
  expect(rows.map(({ line }) => line)).toEqual([8]);
  expect(refused).toEqual([
    { line: 2, reason: "Priority: Use one of: none, medium, high" },
    { line: 3, reason: "Title: This must not be empty" },
    { line: 5, reason: "Title: Use at most 500 characters" },
    { line: 6, reason: "It has 3 fields, the header has 4" },
    { line: 7, reason: "Label 1: This must not be empty" },
  ]);
});

it("puts at most a hundred into a request, and fewer long ones", () => {
  const rows = (count: number, data: string) => Array.from({ length: count }, (_, line) => ({ line, case: { title: "A", data } }));
  expect(batchesOf(rows(250, "")).map((batch) => batch.length)).toEqual([100, 100, 50]);
  expect(batchesOf(rows(25, "x".repeat(100_000))).map((batch) => batch.length)).toEqual([9, 9, 7]);
  expect(batchesOf([])).toEqual([]);
});

it.each([
  ["title\n", /has no rows/],
  [`title\n${"a\n".repeat(10_001)}`, /has 10,001 rows. Split it/],
  ['title,note\nA,"open\nB,b\n', /quote in line 2 has no end/],
  ["x".repeat(10_000_001), /more than 10 MB/],
])("says why a file is not taken", async (text, refusal) => {
  expect(await readCsvFile(new File([text], "cases.csv"))).toEqual({ refusal: expect.stringMatching(refusal) });
});

it("reads what Windows wrote before UTF-8, and says so", async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode("title\nM"), 0xfc, ...new TextEncoder().encode("ller\n")]);
  expect(await readCsvFile(new File([bytes], "old.csv"))).toMatchObject({
    table: { rows: [{ line: 2, cells: ["Müller"] }] },
    note: expect.stringContaining("Windows-1252"),
  });
});

it("fills the fields of a schema by their columns, and says of which rows they do not fit", () => {
  const supplier = {
    type: "object",
    properties: { name: { type: "string" }, since: { type: "string", format: "date" } },
    required: ["name"],
    additionalProperties: false,
  } as const;
  const schema: CaseSchema = {
    type: "object",
    properties: {
      amount: { type: "number", title: "Amount (EUR)" },
      paid: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
      supplier,
    },
    required: ["amount", "supplier"],
    additionalProperties: false,
  };
  const table = parseCsv(
    "title,amount eur,Paid,tags,name,since,other\nA,12.50,yes,late; twice,Paper,,x\nB,much,perhaps,,,2026-13-01,x\nC,,,,,,x\n",
  );
  const choice = guessColumns(table, schema);
  expect(choice.fields).toEqual({ amount: 1, paid: 2, tags: 3, "supplier.name": 4, "supplier.since": 5 });
  expect(dataColumns(table, choice)).toEqual([6]);
  const { rows, refused } = planImport(table, choice, schema);
  expect(rows.map((row) => JSON.parse(row.case.data ?? "") as unknown)).toEqual([
    { amount: 12.5, paid: true, tags: ["late", "twice"], supplier: { name: "Paper" } },
  ]);
  expect(refused).toEqual([
    {
      line: 3,
      reason:
        "amount: Expected a number; paid: Expected a boolean; supplier.name: This is required; supplier.since: Use a date such as 2026-01-31",
    },
    { line: 4, reason: "amount: This is required; supplier: This is required" },
  ]);
});
