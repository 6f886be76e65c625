import { expect, it } from "vitest";
import { parseCsv } from "#ui/csv.ts";
import { planImport } from "./case-import.ts";
import { guessColumns } from "./column-choice.ts";
import { proposedFields } from "./proposed-fields.ts";

const none = { schema: null, guarded: false };

function proposedOf(text: string) {
  const table = parseCsv(text);
  const choice = guessColumns(table, none);
  return { table, choice, proposed: proposedFields(table, choice) };
}

const kindsOf = (text: string) =>
  Object.entries(proposedOf(text).proposed?.schema.properties ?? {}).map(
    ([name, { type, format }]: [string, { type?: unknown; format?: unknown }]) => [name, format ?? type].join(": "),
  );

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

it("takes nothing for a number that nobody adds up, and no day that there is not for a date", () => {
  expect(
    kindsOf(
      "title,Invoice no.,Branch,Account,Number of items,Day,Id\nA,17,007,12345678901234567,3,2027-02-30,1\nB,18,12,2,4,2027-02-28,2\n",
    ),
  ).toEqual(["Invoice no_: string", "Branch: string", "Account: string", "Number of items: number", "Day: string", "Id: string"]);
});

it("reads columns of one file in one way: what that cannot read stays text", () => {
  expect(kindsOf("title;Net;Gross;Rate\nA;1,5;2,5;3.25\nB;1,25;2,75;4.75\n")).toEqual(["Net: number", "Gross: number", "Rate: string"]);
});

it("names fields as the columns are named, as far as a field can be, and each by its own name", () => {
  const { proposed } = proposedOf('title,a.b,a[b,2024,2024,"say ""no"""\nA,1,2,3,4,5\n');
  expect(proposed?.columns).toEqual({ a_b: 1, "a_b (2)": 2, "Column 2024": 3, "2024 (2)": 4, "say _no_": 5 });
});

it("proposes nothing where the data comes whole, an export wrote the file, or no column is left", () => {
  for (const header of ["title,data,amount", "title,amount,other_data", "title,priority"])
    expect(proposedOf(`${header}\nA,1,2\n`).proposed).toBeUndefined();
});

it("refuses no row of the file that it is from", () => {
  const { table, choice, proposed } = proposedOf(
    "title;Amount;Due;Paid;Seen at;007\nA;1.020,50;31.01.2027;yes;31.01.2027 10:30;007\nB;-3;1.2.2027;no;1.2.2027 9:05;8\nC;;;;;\n",
  );
  const { rows, refused } = planImport(
    table,
    { ...choice, fields: proposed?.columns ?? {} },
    { schema: proposed?.schema ?? null, guarded: true },
  );
  expect(refused).toEqual([]);
  expect(rows.map(({ case: { data } }) => JSON.parse(data ?? "") as unknown)).toMatchObject([
    { Amount: 1020.5, Due: "2027-01-31", Paid: true, "Column 007": "007" },
    { Amount: -3, Due: "2027-02-01", Paid: false, "Column 007": "8" },
    {},
  ]);
});
