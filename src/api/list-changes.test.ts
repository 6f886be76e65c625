import { describe, expect, it } from "vitest";
import { changesOf, type ListedRow, type ListPage } from "./list-changes.ts";

type Page = ListPage<ListedRow>;

/** A row made in that second, named by it. */
const made = (second: number) => ({ id: `r${second}`, created_at: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z` });
const page = (seconds: number[], next: string | null): Page => ({ rows: seconds.map(made), next });
const changes = (pages: Page[], at: number, again: Page, order: "asc" | "desc" | "none" = "desc") => {
  const { fresh, left } = changesOf(pages, at, again, order === "none" ? undefined : order);
  return { fresh: [...fresh], left: [...left] };
};

describe("what became of a page of a list", () => {
  const loaded = [page([50, 49, 48], "a"), page([47, 46, 45], "b")];

  it("tells the rows that left from those that the page is too short for", () => {
    expect(changes(loaded, 0, page([51, 50, 48], "x"))).toEqual({ fresh: ["r51"], left: ["r49"] });
    expect(changes(loaded, 0, page([53, 52, 51], "x"))).toEqual({ fresh: ["r53", "r52", "r51"], left: [] });
    expect(changes(loaded, 1, page([46], null))).toEqual({ fresh: [], left: ["r47", "r45"] });
    expect(changes(loaded, 0, page([], null))).toEqual({ fresh: [], left: ["r50", "r49", "r48"] });
  });

  it("takes none for fresh that only moved up from behind what is loaded", () => {
    expect(changes([page([50, 49, 48], "a")], 0, page([50, 47, 46], "x"))).toEqual({ fresh: [], left: ["r49", "r48"] });
    expect(changes(loaded, 1, page([44, 43, 42], "x"))).toEqual({ fresh: [], left: ["r47", "r46", "r45"] });
  });

  it("finds what came into the midst of a list, and at the end of one that is loaded whole", () => {
    expect(changes([page([50, 48, 46], "a")], 0, page([50, 49, 48], "x"))).toEqual({ fresh: ["r49"], left: [] });
    expect(changes([page([1, 2], null)], 0, page([1, 2, 3], null), "asc")).toEqual({ fresh: ["r3"], left: [] });
  });

  it("goes by places only, where a list is not in the order of the times of making", () => {
    const valued = [page([7, 50, 3], "a"), page([12, 1, 60], "b")];
    expect(changes(valued, 0, page([7, 3, 12], "x"), "none")).toEqual({ fresh: [], left: ["r50"] });
    expect(changes(valued, 0, page([99, 7, 50], "x"), "none")).toEqual({ fresh: ["r99"], left: [] });
    expect(changes(valued, 1, page([1, 60, 99], "x"), "none")).toEqual({ fresh: [], left: ["r12"] });
    expect(changes(valued, 1, page([60, 12], null), "none")).toEqual({ fresh: [], left: ["r1"] });
  });

  it("says nothing of rows that were made at the same moment as the end of the page", () => {
    const together = [1, 2, 3, 4].map((at) => ({ ...made(5), id: `t${at}` }));
    const first: Page = { rows: together.slice(0, 2), next: "a" };
    expect(changes([first], 0, { rows: together.slice(2), next: "x" })).toEqual({ fresh: [], left: [] });
  });
});
