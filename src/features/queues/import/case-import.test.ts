import fc from "fast-check";
import { expect, it } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { dataText } from "#features/queues/data/data-blank.ts";
import { issuesInWords } from "#features/queues/row-issues.ts";
import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import { parseCsv } from "#ui/csv.ts";
import { importedRows, planImport } from "./case-import.ts";
import { columnLabels, fittingChoice, guessColumns, restColumns, writingOf } from "./column-choice.ts";
import { dataCell, entriesOf, headOf, otherData } from "#contract/queues/case-data-columns.ts";
import { caseHeads } from "#contract/queues/case-export.ts";
import { csvLine } from "#contract/export.ts";
import type { Cell } from "#contract/list.ts";
import { fillData, importFields } from "./import-fields.ts";
import { readCsvFile } from "./read-csv-file.ts";
import { refusedFile } from "./refused-file.ts";

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
    { line: 6, reason: "It has 3 columns, the header has 4" },
    { line: 7, reason: "Label 1: Enter a value" },
  ]);
});

it("hands over every row of the file, also what it refuses, in the order of the file", () => {
  const table = parseCsv("title,priority\nFirst,high\nSecond,low\nThird\nFourth,\n");
  const rows = importedRows(planImport(table, guessColumns(table, plain), plain), table);
  expect(rows).toEqual([
    { line: 2, cells: ["First", "high"], case: { title: "First", priority: "high" } },
    { line: 3, cells: ["Second", "low"], refused: [{ path: ["priority"], message: "Use one of: none, medium, high (“low”)" }] },
    { line: 4, cells: ["Third"], refused: [{ path: [], message: "It has 1 column, the header has 2" }] },
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
  ["PK\u0003\u0004rows\nrows\n", /cases.csv is a workbook or a ZIP file. Save the sheet as CSV/],
  ["%PDF-1.7\nrows\n", /is a PDF/],
  ['[\n{"title": "A"}\n]\n', /cases.csv is JSON. Import a CSV/],
])("says why a file is not taken", async (text, refusal) => {
  expect(await readCsvFile(new File([text], "cases.csv"))).toEqual({ refusal: expect.stringMatching(refusal) });
});

it("takes a header in brackets for no JSON", async () => {
  expect(await readCsvFile(new File(["[title],[note]\nA,b\n"], "cases.csv"))).toMatchObject({ table: { header: ["[title]", "[note]"] } });
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
  // Some programs leave out the mark that says in which order the bytes are.
  for (const bytes of [little, big, little.subarray(2), big.subarray(2)]) {
    const read = await readCsvFile(new File([bytes], "unicode.csv"));
    expect(read).toMatchObject({ table: { header: ["title", "note"], rows: [{ line: 2, cells: ["Müller", "Ω"] }] } });
    expect(read).not.toHaveProperty("note");
  }
  const chinese = `二号,${"发票号码".repeat(3)}\n${"供应商二".repeat(3)},${"金额".repeat(6)}\n`.repeat(20);
  const unmarked = new Uint8Array(new Uint16Array([...chinese].map((sign) => sign.charCodeAt(0))).buffer);
  expect(await readCsvFile(new File([unmarked], "unicode.csv"))).toMatchObject({ text: chinese });
  // A zero in a plain text is no letter of another writing.
  expect(await readCsvFile(new File([`title\n${"a".repeat(200)}\u0000\n`], "broken.csv"))).toMatchObject({
    refusal: expect.stringMatching(/line 2, column A/),
  });
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
    "3 amount: Use a number such as 12.5 (“much”); paid: Use yes or no (true or false) (“perhaps”); state: Use one of: Open, Done (“shut”); supplier.name: This is required; supplier.since: Use a date such as 2026-01-31 (“2026-13-01”); lines.1.net: This is required",
    "4 amount: This is required; supplier: This is required",
  ]);
  // In whichever entry of a list, the cause is the same.
  expect(found.refused[0]?.causes).toContain("lines.net: This is required");
  // A column of a field that went with another version is told of as left out.
  const without = { schema: object({ amount: { type: "number" } }), guarded: true };
  expect(restColumns(table, fittingChoice(choice, without, table))).toEqual([2, 3, 4, 5, 6, 7, 8]);
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
    "3 sum: Use a number such as 12.5 (“12.5”); at: Use a date and time such as 2026-01-31T09:30:00Z or 2026-01-31T11:30:00+02:00 (“yesterday”)",
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

/** As an export writes it: these keys have columns of their own. */
async function exported(keys: readonly string[], all: readonly string[]) {
  const heads = keys.map((key) => headOf(key, caseHeads) ?? "");
  const lines = all.map((data, at): Cell[] => {
    const entries = [...(entriesOf(data) ?? [])];
    const cells = new Map(entries.flatMap(([key, written]) => (keys.includes(key) ? [[key, dataCell(written)] as const] : [])));
    const others = entries.filter(([key]) => cells.get(key) === undefined).map(([key, written]) => `${JSON.stringify(key)}:${written}`);
    const rest = others.length > 0 || entries.length === 0 ? (entriesOf(data) ? `{${others.join(",")}}` : data) : null;
    return [at, `Case ${at}`, ...keys.map((key) => cells.get(key) ?? null), rest];
  });
  const text = [["id", "title", ...heads, otherData], ...lines].map(csvLine).join("");
  const read = await readCsvFile(new File([text], "cases.csv"));
  if ("refusal" in read) throw new Error(read.refusal);
  return { text, table: read.table };
}

it("gives the same data back from an export, whatever is in it", async () => {
  const keys = ["text", "title", "n", "lines", "data.x"];
  const all = [
    `{"text": "12.50", "n": 12345678901234567890, "lines": [{"net": 1.50, "is": null}, " a  b "], "title": "Mine"}`,
    `{"text": "", "n": null, "lines": "[1]", "data.x": true, "more": {"a": "\\ud800"}, " odd": "'=1"}`,
    `{"text": "=SUM(A1)", "n": -5, "lines": [], "data.x": "true", "title": "a;b\\n\\"c\\""}`,
    `{"text": " spaced ", "n": "-5", "data.x": "\\"null\\"", "title": "'quoted", "__proto__": 1}`,
    "{}",
    "Plain text, and {more",
    "=1+1",
    '{"text": "incomplete"',
  ];
  const { text, table } = await exported(keys, all);
  expect(text.split("\r\n")[0]).toBe("id,title,text,data.title,n,lines,data.data.x,other_data");
  const choice = guessColumns(table, plain);
  const { rows, refused } = planImport(table, choice, plain);
  expect(refused).toEqual([]);
  expect(restColumns(table, choice)).toEqual([0]);
  const same = (data: string) => Object.fromEntries([...(entriesOf(data) ?? [["", data]])].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  expect(rows.map((row) => same(row.case.data ?? ""))).toEqual(all.map(same));
});

it("hands rows back with their quotes, so that a text of figures is one when they are imported again", async () => {
  const { table } = await exported(
    ["number", "count", "note"],
    ['{"number": "007", "count": 7, "note": ""}', '{"number": "5", "count": 5, "note": "a,b"}'],
  );
  const untitled = { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.with(1, "") })) };
  const { refused } = planImport(untitled, guessColumns(table, plain), plain);
  expect(refused.map(({ quoted }) => quoted)).toEqual([[4], [2, 4]]);
  const [file] = [refusedFile(table.header, refused)];
  const read = await readCsvFile(new File(file.parts as string[], file.name));
  if ("refusal" in read) throw new Error(read.refusal);
  const mended = { ...read.table, rows: read.table.rows.map((row) => ({ ...row, cells: row.cells.with(1, "Mended") })) };
  const { rows } = planImport(mended, guessColumns(mended, plain), plain);
  expect(rows.map((row) => JSON.parse(row.case.data ?? "") as unknown)).toEqual([
    { number: "007", count: 7, note: "" },
    { number: "5", count: 5, note: "a,b" },
  ]);
  // As the service keeps them until they are asked for.
  expect(importedRows({ rows: [], refused }, untitled).map(({ quoted }) => quoted)).toEqual([[4], [2, 4]]);
});

it("reads what an export wrote of typed data, and what a spreadsheet made of it", async () => {
  const schema = object({
    title: { type: "string" },
    supplier: object({ due: { type: ["string", "null"], format: "date" } }),
    tags: { type: "array", items: { type: "string" } },
    paid: { type: ["boolean", "null"] },
    net: { type: "number" },
    number: { type: "string" },
    note: { type: ["string", "null"] },
  });
  const check = { schema, guarded: true };
  const data = [
    { title: "T", supplier: { due: null }, tags: ["a; b", "c"], paid: false, net: -0.5, number: "007", note: "null" },
    { title: " spaced ", paid: null, number: "12", note: "" },
    { number: "1", note: null, old: 1 },
  ];
  const { text, table } = await exported(
    Object.keys(schema.properties ?? {}),
    data.map((one) => JSON.stringify(one)),
  );
  const found = planImport(table, guessColumns(table, check), check);
  expect(dataOf(found)).toEqual(data.slice(0, 2));
  expect(reasonsOf(found)).toEqual(["4 Data: Unknown field: old"]);
  // No quotes, and its own way of writing.
  const edited = plan(text.replaceAll('"12"', "13").replace("-0.5", '"-1.5"'), check);
  expect(dataOf(edited)).toEqual([
    { ...data[0], net: -1.5 },
    { ...data[1], number: "13" },
  ]);
});

it("reads a file of rows that were left out without the reasons, and marked cells as they were", async () => {
  const read = await readCsvFile(
    new File(["title,sum,Left out because\n'=SUM(A1),'-5,sum: This is required\nOdd,because\n"], "left-out.csv"),
  );
  expect(read).toMatchObject({ table: { header: ["title", "sum"], rows: [{ cells: ["=SUM(A1)", "-5"] }, { cells: ["Odd", "because"] }] } });
});

it("a file says letters of nested data as people read them, and what is read from it is the same", () => {
  const written = String.raw`{"name":"M\u00fcller","sign":"\ud83d\udca1","path":"a\\u00fc","quote":"\u0022","hidden":"\u202e","lone":"\ud800"}`;
  const cell = dataCell(written);
  const said = String.raw`{"name":"Müller","sign":"💡","path":"a\\u00fc","quote":"\u0022","hidden":"\u202e","lone":"\ud800"}`;
  expect(cell).toEqual({ bare: said });
  expect(JSON.parse(said)).toEqual(JSON.parse(written));
});

it("takes a number with every digit that the cell has", () => {
  const schema = object({
    amount: { type: "number" },
    list: { type: "array", items: { type: "number" } },
    any: object({ n: { type: "number" } }),
  });
  const table = parseCsv('title;amount;list;any.n\nA;12.345.678.901.234.567.890,55;1,10;-0\nB;1,10;"[9007199254740993, 0.1e1]";+07,50\n');
  const { rows, refused } = planImport(table, guessColumns(table, { schema, guarded: false }), { schema, guarded: false });
  expect(refused).toEqual([]);
  expect(rows.map((row) => row.case.data?.replaceAll(/\s/g, ""))).toEqual([
    '{"amount":12345678901234567890.55,"list":[1.10],"any":{"n":-0}}',
    '{"amount":1.10,"list":[9007199254740993,0.1e1],"any":{"n":7.50}}',
  ]);
});

it("refuses a number that no number field can check, and a whole number with more digits than it can count", () => {
  const schema = object({ amount: { type: "number" }, no: { type: "integer" } });
  expect(reasonsOf(plan("title,amount,no\nA,1e400,\nB,,35447905672478681021\n", { schema, guarded: false }))).toEqual([
    expect.stringContaining("2 amount: "),
    expect.stringContaining("3 no: "),
  ]);
});

it("fills fields that are called as what every object has, and leaves them out where nothing is given", () => {
  const [number, boolean] = [{ type: "number" }, { type: "boolean" }] as const;
  const schema = object({ constructor: object({ name: { type: "string" } }), toString: number, valueOf: boolean });
  const check = { schema, guarded: true };
  const table = parseCsv('title,data,constructor.name,toString\nA,,Ink,2\nB,"{""valueOf"": true}",,');
  const choice = guessColumns(table, check);
  expect(choice.fields).toEqual({ "constructor.name": 2, toString: 3 });
  const found = planImport(table, choice, check);
  expect(found.refused).toEqual([]);
  expect(found.rows.map(({ case: { data } }) => data)).toEqual([
    '{\n  "constructor": {\n    "name": "Ink"\n  },\n  "toString": 2\n}',
    '{"valueOf": true}',
  ]);
});

it("judges what cells say as the same data are judged as JSON", () => {
  const check: DataCheck = {
    schema: object(
      {
        sum: { type: ["number", "null"], minimum: 0, multipleOf: 0.01 },
        pieces: { type: "integer", maximum: 9 },
        paid: { type: "boolean" },
        due: { type: "string", format: "date" },
        size: { type: "number", enum: [1.5, 2] },
        reason: { type: "string", enum: ["late", "lost"] },
        tags: { type: "array", items: { type: "number" }, maxItems: 2 },
        supplier: { ...object({ name: { type: "string", minLength: 3, pattern: "^[A-Z]" } }, ["name"]) },
      },
      ["sum"],
    ),
    guarded: false,
  };
  const { schema } = check;
  const fields = schema ? importFields(schema) : [];
  const texts = [
    "",
    "null",
    "1.50",
    "-0",
    "-3",
    "2.0",
    "1e400",
    "3544790567247868102",
    "yes",
    "late",
    "Ink",
    "31.01.2027",
    "1;2",
    "1;x;3",
    "[1.10]",
    "[[]]",
  ];
  const cell = fc.constantFrom(...texts, `${"[".repeat(65)}${"]".repeat(65)}`);
  const row = fc.array(cell, { minLength: fields.length, maxLength: fields.length });
  const tableOf = (header: string[], cells: readonly string[][]) => ({
    ...parseCsv(""),
    header,
    rows: cells.map((each, at) => ({ line: at + 2, cells: each })),
  });
  const judged = (table: ReturnType<typeof tableOf>) => {
    const { rows, refused } = planImport(table, guessColumns(table, check), check);
    return [rows, refused.map(({ line, issues }) => [line, issues.map(({ path, message }) => [path, message.replace(/ \(“.*”\)$/s, "")])])];
  };
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (cells) => {
      const typed = tableOf(
        ["title", ...fields.map(({ place }) => place)],
        cells.map((each) => ["Case", ...each]),
      );
      const choice = guessColumns(typed, check);
      const how = { columns: choice.fields, writing: writingOf(typed, choice, fields) };
      const written = typed.rows.map((each) => {
        const data = {};
        fillData(data, each.cells, fields, how);
        return ["Case", dataText(data)];
      });
      expect(judged(typed)).toEqual(judged(tableOf(["title", "data"], written)));
    }),
  );
});
