import { describe, expect, it } from "vitest";
import type { Case } from "#contract/queues/case.ts";
import { changesOf, type ListPage } from "./list-changes.ts";

/** A case made in that second, named by it. */
const made = (second: number) => ({ id: `c${second}`, created_at: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z` }) as Case;
const page = (seconds: number[], next: string | null): ListPage => ({ cases: seconds.map(made), next });
const changes = (pages: ListPage[], at: number, again: ListPage, order: "asc" | "desc" = "desc") => {
  const { fresh, left } = changesOf(pages, at, again, order);
  return { fresh: [...fresh], left: [...left] };
};

describe("what became of a page of a list", () => {
  const loaded = [page([50, 49, 48], "a"), page([47, 46, 45], "b")];

  it("tells the cases that left from those that the page is too short for", () => {
    expect(changes(loaded, 0, page([51, 50, 48], "x"))).toEqual({ fresh: ["c51"], left: ["c49"] });
    expect(changes(loaded, 0, page([53, 52, 51], "x"))).toEqual({ fresh: ["c53", "c52", "c51"], left: [] });
    expect(changes(loaded, 1, page([46], null))).toEqual({ fresh: [], left: ["c47", "c45"] });
    expect(changes(loaded, 0, page([], null))).toEqual({ fresh: [], left: ["c50", "c49", "c48"] });
  });

  it("takes none for fresh that only moved up from behind what is loaded", () => {
    expect(changes([page([50, 49, 48], "a")], 0, page([50, 47, 46], "x"))).toEqual({ fresh: [], left: ["c49", "c48"] });
    expect(changes(loaded, 1, page([44, 43, 42], "x"))).toEqual({ fresh: [], left: ["c47", "c46", "c45"] });
  });

  it("finds what came into the midst of a list, and at the end of one that is loaded whole", () => {
    expect(changes([page([50, 48, 46], "a")], 0, page([50, 49, 48], "x"))).toEqual({ fresh: ["c49"], left: [] });
    expect(changes([page([1, 2], null)], 0, page([1, 2, 3], null), "asc")).toEqual({ fresh: ["c3"], left: [] });
  });

  it("says nothing of cases that were made at the same moment as the end of the page", () => {
    const together = [1, 2, 3, 4].map((at) => ({ ...made(5), id: `t${at}` }));
    const first: ListPage = { cases: together.slice(0, 2), next: "a" };
    expect(changes([first], 0, { cases: together.slice(2), next: "x" })).toEqual({ fresh: [], left: [] });
  });
});
