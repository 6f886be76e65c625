import { expect, it } from "vitest";
import { csvCell } from "./csv-text.ts";

it.each([
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["plain, with comma", '"plain, with comma"'],
  ["a = b", "a = b"],
  ["'=quoted", "''=quoted"],
  ["'quoted", "'quoted"],
])("%s is shown and never computed", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it("leaves numbers and nothing as they are", () => {
  expect([csvCell(-5), csvCell(null)]).toEqual(["-5", ""]);
});
