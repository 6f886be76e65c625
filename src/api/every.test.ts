import { describe, expect, it } from "vitest";
import { fakeBrowser } from "./fake-browser.ts";

fakeBrowser();
const { everyRow } = await import("./every.ts");

const numbers = Array.from({ length: 250 }, (_, at) => at);
const rowsFrom = (offset: number, limit: number) => numbers.slice(offset, offset + limit);

describe("every row of a list", () => {
  it("is read page by page, in order", async () => {
    const asked: number[] = [];
    const found = await everyRow(async ({ limit, offset }) => {
      asked.push(offset);
      return { rows: rowsFrom(offset, limit), total: numbers.length };
    });
    expect(found).toEqual(numbers);
    expect(asked).toEqual([0, 100, 200]);
  });

  it("ends where rows went away while it was read", async () => {
    const found = await everyRow(async ({ limit, offset }) => ({ rows: rowsFrom(offset, limit), total: 300 }));
    expect(found).toEqual(numbers);
  });
});
