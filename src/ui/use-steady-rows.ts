import { useState } from "react";
import { changesSince, keptRows, type Shown } from "./steady-rows.ts";

export interface SteadyOptions {
  /** Changes when the rows were read again; absent: they are other rows then. */
  readonly version?: unknown;
  /** Nothing of the list was left unread. */
  readonly whole?: boolean;
  readonly appends?: boolean;
  readonly grows?: boolean;
  /** Whether somebody has sent a row away here: that it leaves is no news. */
  readonly sentAway?: ((id: string) => boolean) | undefined;
  /** Whether somebody has made a row here: with it the list is shown as it is. */
  readonly madeHere?: ((id: string) => boolean) | undefined;
}

export interface SteadyRows<R> {
  readonly rows: readonly R[];
  /** Of these, what the list has no more. */
  readonly gone: ReadonlySet<string>;
  readonly added: number;
  readonly moved: boolean;
  /** Shows the list as it is. */
  readonly show: () => void;
  /** That these leave is somebody's own doing too. */
  readonly expect: (ids: Iterable<string>) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * Keeps rows where they are while their content changes: what is new or in another place waits until `show` is called, and what left stays and is
 * named. `view` names the list that is shown; with another one its rows are taken as they come.
 */
export function useSteadyRows<R>(
  rows: readonly R[] | undefined,
  idOf: (row: R) => string,
  view: string,
  { version = rows, whole = true, appends = false, grows = false, sentAway = () => false, madeHere = () => false }: SteadyOptions = {},
): SteadyRows<R> {
  const [held, setShown] = useState<Shown<R> | null>(null);
  const [expected, setExpected] = useState(none);
  const show = () => setShown(null);
  const expect = (ids: Iterable<string>) => setExpected((before) => new Set([...before, ...ids]));
  if (!rows) return { rows: held?.view === view ? held.rows : [], gone: none, added: 0, moved: false, show, expect };
  const steady = keptRows(held, { view, version, rows, idOf, appends, grows });
  const known = new Set(steady.rows.map(idOf));
  const shown = rows.some((row) => madeHere(idOf(row)) && !known.has(idOf(row))) ? { view, version, rows } : steady;
  if (shown !== held) setShown(shown);
  const now = new Set(rows.map(idOf));
  const kept = shown.rows.filter((row) => now.has(idOf(row)) || !(expected.has(idOf(row)) || sentAway(idOf(row))));
  return { rows: kept, ...changesSince(kept, rows, idOf, whole), show, expect };
}
