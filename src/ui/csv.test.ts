import { expect, it } from "vitest";
import { dialects, readsBack } from "./csv-dialects.cases.ts";
import { parseCsv } from "./csv.ts";

it.each([
  ["a comma in a name and in an amount", "Kunde;Betrag, netto\nAcme;1.234,56\n", ["Kunde", "Betrag, netto"], ["Acme", "1.234,56"]],
  ["commas in a quoted name", '"Last, First, Middle";Age\n"Doe, Jane, A";7\n', ["Last, First, Middle", "Age"], ["Doe, Jane, A", "7"]],
  ["commas beside tabs", "id\tcity, country\n1\tBonn, Germany\n", ["id", "city, country"], ["1", "Bonn, Germany"]],
  ["quotes around every cell", '"Customer";"Amount, net"\n"Acme";"1,50"\n', ["Customer", "Amount, net"], ["Acme", "1,50"]],
  [
    "a line end in a name",
    '"Order\nnumber, date";Customer;Total\n1;Acme;2,5\n',
    ["Order\nnumber, date", "Customer", "Total"],
    ["1", "Acme", "2,5"],
  ],
  ["blanks behind semicolons", "Last, First; Age\nDoe, Jane; 12\n", ["Last, First", " Age"], ["Doe, Jane", " 12"]],
  ["bars", "id|what, when\n1|a; b, c\n", ["id", "what, when"], ["1", "a; b, c"]],
  ["a row with a cell too few", "Kunde;Betrag, netto\nAcme;1,5\nBeta;2,5\nGamma,1\n", ["Kunde", "Betrag, netto"], ["Acme", "1,5"]],
  ["line ends of Excel for Mac", "Name;Total\rAcme;1,5\rBeta;2,5\r", ["Name", "Total"], ["Acme", "1,5"]],
  ["one column", "title\nOne; two, three\n", ["title"], ["One; two", " three"]],
])("finds the separator outside quotes, over all lines: %s", (_, text, header, first) => {
  const table = parseCsv(text);
  expect([table.header, table.rows[0]?.cells]).toEqual([header, first]);
});

it("reads with the separator that a person chose", () => {
  expect(parseCsv("a;b,c\n1;2,3\n", ",")).toMatchObject({ separator: ",", header: ["a;b", "c"], rows: [{ cells: ["1;2", "3"] }] });
});

it("reads tables in 96 dialects as they were written", () => {
  expect(dialects).toHaveLength(96);
  for (const dialect of dialects) readsBack(dialect, 10);
});
