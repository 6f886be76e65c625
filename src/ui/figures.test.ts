import { expect, test } from "vitest";
import { areFigures } from "./figures.ts";

test("amounts, shares and numbers are figures; dates, numbers of invoices and names are not", () => {
  for (const cells of [["1438.97", " 16,322.04 ", ""], ["12 %"], ["€ 5", "-3 EUR"], ["7"]])
    expect(areFigures(cells), cells.join()).toBe(true);
  for (const cells of [["2026-02-16"], ["2026/0496"], ["INV003411", "7"], ["", " "], []])
    expect(areFigures(cells), cells.join()).toBe(false);
});
