/** Rows as they stand on a screen. */
export interface Shown<R> {
  /** Names what is looked at, and what was read of it last. */
  readonly view: string;
  readonly version: unknown;
  readonly rows: readonly R[];
}

/** What was read of a list. */
export interface Reading<R> {
  readonly view: string;
  readonly version: unknown;
  readonly rows: readonly R[];
  readonly idOf: (row: R) => string;
  /** What is new stands at the end at once, instead of waiting. */
  readonly appends: boolean;
  /** More of the list is read page after page: what comes after the last row that is shown stands there at once. */
  readonly grows?: boolean;
}

/** What a screen shows after a reading: each row in its place with the values of now, those too that were not read again. */
export function keptRows<R>(shown: Shown<R> | null, { view, version, rows, idOf, appends, grows = false }: Reading<R>): Shown<R> {
  if (shown?.view === view && shown.version === version) return shown;
  const known = new Set(shown?.rows.map(idOf));
  // Where nothing of it is shown, nothing can move.
  const other = !appends && rows.length > 0 && !rows.some((row) => known.has(idOf(row)));
  if (shown?.view !== view || other) return { view, version, rows };
  const now = new Map(rows.map((row) => [idOf(row), row]));
  const kept = shown.rows.map((row) => now.get(idOf(row)) ?? row);
  const next = grows ? rows.slice(rows.findLastIndex((row) => known.has(idOf(row))) + 1) : appends ? rows : [];
  return { view, version, rows: [...kept, ...next.filter((row) => !known.has(idOf(row)))] };
}

/**
 * How what is shown differs from what was read. `whole`: nothing of the list was left unread, so that what is missing has left it. Otherwise it
 * may only stand on the next page by now, and nothing is said of it.
 */
export function changesSince<R>(shown: readonly R[], rows: readonly R[], idOf: (row: R) => string, whole: boolean) {
  const now = new Set(rows.map(idOf));
  const known = new Set(shown.map(idOf));
  const missing = shown.map(idOf).filter((id) => !now.has(id));
  const staying = rows.map(idOf).filter((id) => known.has(id));
  const turned = shown.filter((row) => now.has(idOf(row))).some((row, at) => idOf(row) !== staying[at]);
  return {
    gone: new Set(whole ? missing : []),
    added: rows.length - staying.length,
    moved: turned || (!whole && missing.length > 0),
  };
}
