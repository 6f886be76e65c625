import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiffLine, editsOf, folded, rowsOf } from "./diff.ts";

// Few different lines, so that texts share some of them.
const text = fc.array(fc.constantFrom("a", "b", "c", "", "  d"), { maxLength: 40 });
const number = (n: number) => `line ${n}`;

describe("a diff", () => {
  test("leads from one text to the other, and no line is lost in either layout", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = editsOf(before, after);
        for (const layout of ["unified", "split"] as const) {
          const rows = rowsOf(edits, layout);
          const side = (at: "before" | "after", foreign: "added" | "removed", lines: string[]) =>
            rows
              .filter((row) => row.kind !== foreign)
              .map((row) => row[at])
              .filter((line) => line !== undefined)
              .map((line) => lines[line]);
          expect(side("before", "added", before)).toEqual(before);
          expect(side("after", "removed", after)).toEqual(after);
          const hunks = rows.flatMap(({ hunk }) => (hunk === undefined ? [] : [hunk]));
          expect(hunks).toEqual(hunks.map((_, at) => at));
          for (const row of rows) if (row.kind === "same") expect(before[row.before ?? -1]).toBe(after[row.after ?? -1]);
        }
      }),
    );
  });

  test("sets a removed line beside the one in its place", () => {
    const rows = rowsOf(editsOf(["a", "b", "c"], ["a", "B", "c", "d"]), "split");
    expect(rows.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["same", 0, 0],
      ["changed", 1, 1],
      ["same", 2, 2],
      ["added", undefined, 3],
    ]);
  });

  test("past its limit says removed and added whole, around what begins and ends alike", () => {
    const many = (word: string) => ["head", ...Array.from({ length: 5000 }, (_, n) => `${word} ${n}`), "tail"];
    expect(editsOf(many("old"), many("new"))).toEqual([
      { kind: "same", count: 1 },
      { kind: "removed", count: 5000 },
      { kind: "added", count: 5000 },
      { kind: "same", count: 1 },
    ]);
  });

  test("folds long equal parts, each to be opened alone", () => {
    const before = Array.from({ length: 40 }, (_, n) => number(n));
    const lines = rowsOf(editsOf(before, before.with(5, "x").with(30, "y")), "split");
    const gaps = (opened: number[]) => folded(lines, new Set(opened)).filter((row) => row.kind === "gap");
    expect(gaps([])).toEqual([
      { kind: "gap", at: 0, lines: 2 },
      { kind: "gap", at: 9, lines: 18 },
      { kind: "gap", at: 34, lines: 6 },
    ]);
    expect(gaps([9])).toHaveLength(2);
    const shown = folded(lines, new Set()).filter((row): row is DiffLine => row.kind !== "gap").length;
    expect(shown).toBe(40 - 2 - 18 - 6);
  });
});
