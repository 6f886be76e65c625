import { expect, it } from "vitest";
import type { CaseSchema, TextSchema } from "#contract/queues/case-schema.ts";
import { parseCsv } from "#ui/csv.ts";
import { planImport } from "./case-import.ts";
import { fittingChoice, guessColumns } from "./column-choice.ts";
import { firstNames, namesAfter } from "#features/queues/schema/renamed-fields.ts";
import { columnsForFields, columnsOfFields, proposedChoices, proposedFields } from "./proposed-fields.ts";

const none = { schema: null, guarded: false };

function proposedOf(text: string) {
  const table = parseCsv(text);
  const choice = guessColumns(table, none);
  const columns = columnsForFields(table, choice);
  return { table, choice, columns, schema: proposedFields(table, columns) };
}

const fieldsOf = (text: string) => Object.entries((proposedOf(text).schema.properties ?? {}) as Record<string, TextSchema>);
const kindsOf = (text: string) => fieldsOf(text).map(([name, { type, format }]) => `${name}: ${format ?? String(type)}`);

it("has the kinds that all cells of a column can be read as", () => {
  expect(
    kindsOf(
      "title;Amount;Due;Paid;Seen at;Supplier;Empty;Mixed\n" +
        "A;1.020,50;31.01.2027;yes;31.01.2027 10:30;Ink Ltd;;12\n" +
        "B;12;01.02.2027;No;1.2.2027, 9:05;Pens;;some\n" +
        "C;;;;;;;\n",
    ),
  ).toEqual(["Amount: number", "Due: date", "Paid: boolean", "Seen at: date-time", "Supplier: string", "Empty: string", "Mixed: string"]);
});

it("knows the few values of a column, to make a choice of it", () => {
  const rows = Array.from({ length: 60 }, (_, at) => `A${at},${["IT", " Legal", ""][at % 3] ?? ""},N${at}`);
  const { table, columns } = proposedOf(`title,Sort,Note\n${rows.join("\n")}\n`);
  expect(proposedChoices(table, columns)).toEqual({ Sort: ["IT", "Legal"] });
});

it("takes nothing for a number that nobody adds up, and no day that there is not for a date", () => {
  expect(
    kindsOf(
      "title,Invoice no.,Branch,Account,Number of items,Day,Id,CustomerID,Kundennummer\n" +
        "A,17,007,12345678901234567,3,2027-02-30,1,4,5\nB,18,12,2,4,2027-02-28,2,5,6\n",
    ),
  ).toEqual([
    "Invoice no_: string",
    "Branch: string",
    "Account: string",
    "Number of items: number",
    "Day: string",
    "Id: string",
    "CustomerID: string",
    "Kundennummer: string",
  ]);
});

it("reads columns of one file in one way: what that cannot read stays text", () => {
  expect(kindsOf("title;Net;Gross;Rate\nA;1,5;2,5;3.25\nB;1,25;2,75;4.75\n")).toEqual(["Net: number", "Gross: number", "Rate: string"]);
});

it("names fields as the columns are named, as far as a field can be, and each by its own name", () => {
  const text = 'title,a.b,a[b,2024,2024,"say ""no""",,Preis [EUR]\nA,1,2,3,4,5,6,7\n';
  const names = ["a_b", "a_b (2)", "Column 2024", "2024 (2)", "say _no_", "Column 7", "Preis _EUR_"];
  expect(fieldsOf(text).map(([name]) => name)).toEqual(names);
  expect(fieldsOf(text).map(([, { title }]) => title)).toEqual(["a.b", "a[b", "2024", undefined, 'say "no"', undefined, "Preis [EUR]"]);
  // They are found again in the file that they are from, and in the next one.
  const { table, schema } = proposedOf(text);
  expect(guessColumns(table, { schema, guarded: false }).fields).toEqual(Object.fromEntries(names.map((name, at) => [name, at + 1])));
});

it("proposes nothing where the data comes whole, an export wrote the file, or no column is left", () => {
  for (const header of ["title,data,amount", "title,amount,other_data", "title,priority"])
    expect(proposedOf(`${header}\nA,1,2\n`).columns).toEqual([]);
});

it("refuses no row of the file that it is from", () => {
  const { table, choice, schema } = proposedOf(
    "title;Amount;Due;Paid;Seen at;007\nA;1.020,50;31.01.2027;yes;31.01.2027 10:30;007\nB;-3;1.2.2027;no;1.2.2027 9:05;8\nC;;;;;\n",
  );
  const check = { schema, guarded: true };
  const { rows, refused } = planImport(table, fittingChoice(choice, check, table), check);
  expect(refused).toEqual([]);
  expect(rows.map(({ case: { data } }) => JSON.parse(data ?? "") as unknown)).toMatchObject([
    { Amount: 1020.5, Due: "2027-01-31", Paid: true, "Column 007": "007" },
    { Amount: -3, Due: "2027-02-01", Paid: false, "Column 007": "8" },
    {},
  ]);
});

it("recognizes the fields that somebody else defined since the file was chosen", () => {
  const { table, choice } = proposedOf("title,amount,priority\nA,12,high\n");
  const schema: CaseSchema = {
    type: "object",
    properties: { amount: { type: "number" }, priority: { type: "string" }, more: { type: "string" } },
    additionalProperties: false,
  };
  const fitting = fittingChoice(choice, { schema, guarded: false }, table);
  // What is the priority of the case already stays that.
  expect(fitting).toEqual({ title: 0, priority: 2, fields: { amount: 1 } });
});

it("keeps the column of a field that a person renames, and of no field that they leave out", () => {
  const { table, choice, columns, schema } = proposedOf("title;Amount;Due;Note\nA;12;2027-01-31;late\n");
  const { Amount, Due, Note } = (schema.properties ?? {}) as Record<string, TextSchema>;
  type Properties = Record<string, TextSchema | undefined>;
  /** One change after the other. */
  const madeOf = (...steps: readonly Properties[]) => {
    const names = steps.reduce((known, step) => namesAfter(known, Object.keys(step)), firstNames(Object.keys(schema.properties ?? {})));
    return columnsOfFields(table, choice, { schema, columns }, { ...schema, properties: steps.at(-1) } as CaseSchema, names);
  };
  expect(madeOf({ Amount, Due, Note })).toEqual({ Amount: 1, Due: 2, Note: 3 });
  expect(madeOf({ total: Amount, Due, remark: Note })).toEqual({ total: 1, Due: 2, remark: 3 });
  expect(madeOf({ Due, Note, Amount })).toEqual({ Amount: 1, Due: 2, Note: 3 });
  expect(madeOf({ Amount, Due, remark: Note }, { Amount, remark: Note })).toEqual({ Amount: 1, remark: 3 });
  expect(madeOf({ Amount, Note }, { Amount, remark: Note })).toEqual({ Amount: 1, remark: 3 });
  expect(madeOf({ Amount, Due, Note, more: Note }, { Amount, when: Due, Note, more: Note })).toEqual({ Amount: 1, when: 2, Note: 3 });
  // Renamed and left out at once, nobody can tell which is which.
  expect(madeOf({ Amount, remark: Note })).toEqual({ Amount: 1 });
  // One left out elsewhere does not keep it from being known.
  expect(madeOf({ total: Amount, Due })).toEqual({ total: 1, Due: 2 });
  expect(madeOf({ Due, remark: Note })).toEqual({ Due: 2, remark: 3 });
});
