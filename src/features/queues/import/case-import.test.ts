import { expect, it } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { issuesInWords } from "#features/queues/row-issues.ts";
import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import { parseCsv } from "#ui/csv.ts";
import { importedRows, planImport } from "./case-import.ts";
import { columnLabels, fittingChoice, guessColumns, restColumns, writingOf } from "./column-choice.ts";
import { fieldCell, fieldHead } from "#contract/queues/case-fields.ts";
import { importFields } from "./import-fields.ts";
import { readCsvFile } from "./read-csv-file.ts";

const plain: DataCheck = { schema: null, guarded: false };
function plan(text: string, check = plain) {
  const table = parseCsv(text);
  return planImport(table, guessColumns(table, check), check);
}
const object = (properties: CaseSchema["properties"], required: string[] = []): CaseSchema => ({
  type: "object",
  properties: properties ?? {},
  required,
  additionalProperties: false,
});
const dataOf = ({ rows }: ReturnType<typeof plan>) => rows.map((row) => JSON.parse(row.case.data ?? "") as unknown);
const reasonsOf = ({ refused }: ReturnType<typeof plan>) => refused.map(({ line, issues }) => `${line} ${issuesInWords(issues)}`);

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
  expect(refused.map(({ line, issues }) => ({ line, reason: issuesInWords(issues) }))).toEqual([
    { line: 2, reason: "Priority: Use one of: none, medium, high (“low”)" },
    { line: 3, reason: "Title: Enter a title" },
    { line: 5, reason: "Title: Use at most 500 characters" },
    { line: 6, reason: "It has 3 fields, the header has 4" },
    { line: 7, reason: "Label 1: Enter a value" },
  ]);
});

it("hands over every row of the file, also what it refuses, in the order of the file", () => {
  const table = parseCsv("title,priority\nFirst,high\nSecond,low\nThird\nFourth,\n");
  const rows = importedRows(planImport(table, guessColumns(table, plain), plain), table);
  expect(rows).toEqual([
    { line: 2, cells: ["First", "high"], case: { title: "First", priority: "high" } },
    { line: 3, cells: ["Second", "low"], refused: [{ path: ["priority"], message: "Use one of: none, medium, high (“low”)" }] },
    { line: 4, cells: ["Third"], refused: [{ path: [], message: "It has 1 field, the header has 2" }] },
    { line: 5, cells: ["Fourth", ""], case: { title: "Fourth" } },
  ]);
});

it("calls a column by its letters, its header and the first thing in it, also without a header or with the same twice", () => {
  const heads = ["sum", "", "sum", ...Array.from({ length: 24 }, () => "x")];
  const labels = columnLabels(parseCsv(`${heads.join(",")}\n ,,2\n1, long   and longer than a label is,3`));
  expect(labels.slice(0, 4)).toEqual(["A · sum – “1”", "B · no name – “long and longer than a l…”", "C · sum – “2”", "D · x – empty"]);
  expect([labels[25], labels[26]]).toEqual(["Z · x – empty", "AA · x – empty"]);
});

it.each([
  ["title\n", /has no rows/],
  [`title\n${"a\n".repeat(10_001)}`, /has 10,001 rows. Split it/],
  ['title,note\nA,"open\nB,b\n', /quote in line 2 has no end/],
  ["x".repeat(10_000_001), /more than 10 MB/],
  [`title,note\nA,b\nB,${"x".repeat(200_001)}\n`, /line 3, column B. Use at most 200,000 characters/],
  [`${",".repeat(500)}\na\n`, /line 1 has too many columns/],
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

it("reads what a spreadsheet saves as Unicode text", async () => {
  const little = new Uint8Array(new Uint16Array([..."\uFEFFtitle\tnote\nMüller\tΩ\n"].map((sign) => sign.charCodeAt(0))).buffer);
  const big = little.map((_, at) => little[at ^ 1] ?? 0);
  for (const bytes of [little, big]) {
    const read = await readCsvFile(new File([bytes], "unicode.csv"));
    expect(read).toMatchObject({ table: { header: ["title", "note"], rows: [{ line: 2, cells: ["Müller", "Ω"] }] } });
    expect(read).not.toHaveProperty("note");
  }
});

it("fills the fields of a schema by their columns, and says of which rows they do not fit, where, and what stands there", () => {
  const supplier = object({ name: { type: "string" }, since: { type: "string", format: "date" } }, ["name"]);
  const schema = object(
    {
      amount: { type: "number", title: "Amount (EUR)" },
      paid: { type: "boolean" },
      state: { type: "string", enum: ["Open", "Done"] },
      tags: { type: "array", items: { type: "string" } },
      lines: { type: "array", items: object({ net: { type: "number" } }, ["net"]) },
      supplier,
    },
    ["amount", "supplier"],
  );
  const check = { schema, guarded: true };
  const table = parseCsv(
    [
      "title,amount eur,Paid,state,tags,lines,name,since,other",
      'A,12.50,yes,OPEN,late; twice,"[{""net"": 1}]",Paper,,x',
      'B,much,perhaps,shut,,"[{""net"": 1}, {}]",,2026-13-01,x',
      "C,,,,,,,,x",
    ].join("\n"),
  );
  const choice = guessColumns(table, check);
  expect(choice.fields).toEqual({ amount: 1, paid: 2, state: 3, tags: 4, lines: 5, "supplier.name": 6, "supplier.since": 7 });
  expect(restColumns(table, choice)).toEqual([8]);
  const found = planImport(table, choice, check);
  expect(dataOf(found)).toEqual([
    { amount: 12.5, paid: true, state: "Open", tags: ["late", "twice"], lines: [{ net: 1 }], supplier: { name: "Paper" } },
  ]);
  expect(reasonsOf(found)).toEqual([
    "3 amount: Expected a number (“much”); paid: Expected a boolean (“perhaps”); state: Use one of: Open, Done (“shut”); supplier.name: This is required; supplier.since: Use a date such as 2026-01-31 (“2026-13-01”); lines.1.net: This is required",
    "4 amount: This is required; supplier: This is required",
  ]);
  // In whichever entry of a list, the cause is the same.
  expect(found.refused[0]?.causes).toContain("lines.net: This is required");
  // A column of a field that went with another version is told of as left out.
  const without = { schema: object({ amount: { type: "number" } }), guarded: true };
  expect(restColumns(table, fittingChoice(choice, without))).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

it.each([
  [["1.240,50", "7"], ["31.01.2026"], [1240.5, 7], ["2026-01-31"]],
  [["1,240.50", "0.125"], ["01/31/2026"], [1240.5, 0.125], ["2026-01-31"]],
  [["12,5", "1 000 000"], ["2026/1/5"], [12.5, 1_000_000], ["2026-01-05"]],
  [["1,234", "-3"], ["5.6.2026"], [1234, -3], ["2026-06-05"]],
])("reads figures and dates as the file writes them: %j %j", (figures, dates, numbers, days) => {
  const check = { schema: object({ sum: { type: "number" }, day: { type: "string", format: "date" } }), guarded: true };
  const lines = figures.map((figure, at) => `A;${figure};${dates[at] ?? ""}`);
  const data = dataOf(plan(`title;sum;day\n${lines.join("\n")}`, check));
  expect(data).toEqual(numbers.map((sum, at) => ({ sum, ...(days[at] ? { day: days[at] } : {}) })));
});

it("goes by what a person decided about the writing, and never turns what does not fit it", () => {
  const check = { schema: object({ sum: { type: "number" }, at: { type: "string", format: "date-time" } }), guarded: true };
  const table = parseCsv("title;sum;at\nA;1,234;31.01.2026 9:30\nB;12.5;yesterday");
  const choice = guessColumns(table, check);
  expect(writingOf(table, choice, importFields(check.schema))).toEqual({ decimal: ".", dates: "day" });
  const found = planImport(table, { ...choice, writing: { decimal: ",", dates: "day" } }, check);
  expect(dataOf(found)).toEqual([{ sum: 1.234, at: new Date(2026, 0, 31, 9, 30).toISOString() }]);
  expect(reasonsOf(found)).toEqual([
    "3 sum: Expected a number (“12.5”); at: Use a date and time such as 2026-01-31T09:30:00Z or 2026-01-31T11:30:00+02:00 (“yesterday”)",
  ]);
});

it("takes data as a whole, with the columns of fields over it, and loses neither", () => {
  const check = { schema: object({ sum: { type: "number" }, note: { type: "string" } }), guarded: false };
  const text = 'title;data;sum\nA;"{""sum"": 1, ""note"": ""x""}";2\nB;Call back;\nC;Call back;3\nD;;\n';
  const found = plan(text, check);
  expect(found.rows.map((row) => row.case.data?.replaceAll(/\s/g, ""))).toEqual(['{"sum":2,"note":"x"}', "Callback", "{}"]);
  expect(reasonsOf(found)).toEqual(["4 Data: It is not a JSON object, so field columns cannot be added to it"]);
  expect(reasonsOf(plan(text, { ...check, guarded: true }))[0]).toMatch(/^3 Data: This queue requires fields/);
  expect(plan(text).rows.map((row) => row.case.data)).toEqual(['{"sum": 1, "note": "x"}', "Call back", "Call back", undefined]);
});

it("reads what an export wrote of typed data", () => {
  const schema = object({
    title: { type: "string" },
    supplier: object({ due: { type: ["string", "null"], format: "date" } }),
    tags: { type: "array", items: { type: "string" } },
    lines: { type: "array", items: object({ net: { type: "number" } }) },
    paid: { type: "boolean" },
    net: { type: "number" },
  });
  const data = { title: "T", supplier: { due: null }, tags: ["a; b", "c"], lines: [{ net: 1.5 }], paid: false, net: -0.5 };
  const fields = importFields(schema);
  const cells = fields.map((field) => `"${String(fieldCell(data, field) ?? "").replaceAll('"', '""')}"`);
  const found = plan(`title,status,${fields.map(fieldHead).join(",")}\nCase,done,${cells.join(",")}`, { schema, guarded: true });
  expect(reasonsOf(found)).toEqual([]);
  expect([found.rows[0]?.case.title, dataOf(found)]).toEqual(["Case", [data]]);
});

it("reads a file of rows that were left out without the reasons, and marked cells as they were", async () => {
  const read = await readCsvFile(
    new File(["title,sum,Left out because\n'=SUM(A1),'-5,sum: This is required\nOdd,because\n"], "left-out.csv"),
  );
  expect(read).toMatchObject({ table: { header: ["title", "sum"], rows: [{ cells: ["=SUM(A1)", "-5"] }, { cells: ["Odd", "because"] }] } });
});
