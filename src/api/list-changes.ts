/** What a list needs to know of a row to keep it in its place. */
export interface ListedRow {
  readonly id: string;
  readonly created_at: string;
}

/** A page of a list. */
export interface ListPage<R extends ListedRow> {
  readonly rows: readonly R[];
  /** Where the next page begins; null: there is none. */
  readonly next?: string | null | undefined;
}

export interface ListChanges {
  /** Are in the list now, and belong among the rows that are loaded or before them. */
  readonly fresh: ReadonlySet<string>;
  /** Were in the list when they were loaded, and are not any more. */
  readonly left: ReadonlySet<string>;
}

/**
 * What became of one page of loaded rows, by `again`: what a reading from the same place says now. Rows behind the end of `again` are nothing
 * it tells about, and rows that moved up from behind the end of what is loaded are not fresh. `order`: of the times of making; undefined where the
 * list goes by something else, whose rows also leave their place for another one.
 */
export function changesOf<R extends ListedRow>(
  pages: readonly ListPage<R>[],
  at: number,
  again: ListPage<R>,
  order: "asc" | "desc" | undefined,
): ListChanges {
  const rows = pages.flatMap((page) => page.rows);
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const found = again.rows.map(({ id }) => places.get(id));
  const reached = Math.max(-1, ...found.filter((place) => place !== undefined));
  const ends = again.next === null || again.next === undefined;
  const lastAgain = again.rows.at(-1);
  const isBefore = (one: R, other: R | undefined) =>
    order !== undefined &&
    other !== undefined &&
    (order === "desc" ? one.created_at > other.created_at : one.created_at < other.created_at);

  const now = new Set(again.rows.map(({ id }) => id));
  const left = (pages[at]?.rows ?? []).filter(
    (row) => !now.has(row.id) && (ends || (places.get(row.id) ?? 0) < reached || isBefore(row, lastAgain)),
  );
  const lastPage = pages.at(-1);
  const wholeListLoaded = lastPage?.next === null || lastPage?.next === undefined;
  const lastFound = found.findLastIndex((place) => place !== undefined);
  const fresh = again.rows.filter(
    (row, place) => found[place] === undefined && (wholeListLoaded || place < lastFound || isBefore(row, rows.at(-1))),
  );
  return { fresh: new Set(fresh.map(({ id }) => id)), left: new Set(left.map(({ id }) => id)) };
}
