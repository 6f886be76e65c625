import { describe, expect, it } from "vitest";
import { changesSince, keptRows, type Shown } from "./steady-rows.ts";

interface Row {
  readonly id: string;
  readonly value: number;
}
const rowsOf = (ids: string, value = 0): Row[] => [...ids].map((id) => ({ id, value }));
const idOf = ({ id }: Row) => id;
const inWords = ({ rows }: Shown<Row>) => rows.map(({ id, value }) => `${id}${value}`).join(" ");
const read = (rows: readonly Row[], view = "list", appends = false) => ({ view, version: rows, rows, idOf, appends });
const since = (shown: string, now: string, whole = true) => {
  const { gone, added, moved } = changesSince(rowsOf(shown), rowsOf(now), idOf, whole);
  return { gone: [...gone].join(""), added, moved };
};

describe("rows that stay where they are", () => {
  it("have the values of now in the places of before, also when they are read no more", () => {
    const first = keptRows(null, read(rowsOf("abc")));
    expect(inWords(keptRows(first, read(rowsOf("xcb", 1))))).toBe("a0 b1 c1");
    expect(inWords(keptRows(first, read([])))).toBe("a0 b0 c0");
    expect(inWords(keptRows(first, { ...read(rowsOf("xc", 1)), appends: true }))).toBe("a0 b0 c1 x1");
    expect(inWords(keptRows(first, { ...read(rowsOf("xabcde", 1)), grows: true }))).toBe("a1 b1 c1 d1 e1");
  });

  it("make way for another view, and where none of them is there any more", () => {
    const first = keptRows(null, read(rowsOf("ab")));
    expect(inWords(keptRows(first, read(rowsOf("xb"), "other")))).toBe("x0 b0");
    expect(inWords(keptRows(first, read(rowsOf("xy"))))).toBe("x0 y0");
  });

  it("say what came, what left and whether the order is another", () => {
    expect(since("abc", "abc")).toEqual({ gone: "", added: 0, moved: false });
    expect(since("abc", "xac")).toEqual({ gone: "b", added: 1, moved: false });
    expect(since("abc", "cab")).toEqual({ gone: "", added: 0, moved: true });
  });

  it("are not said to have left where they may stand on the next page", () => {
    expect(since("abc", "xab", false)).toEqual({ gone: "", added: 1, moved: true });
  });
});
