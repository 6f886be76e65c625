import { useState } from "react";
import type { SteadyRows } from "./use-steady-rows.ts";

interface Held {
  readonly view: string;
  readonly groups: ReadonlyMap<string, string>;
}

/**
 * Keeps rows under the heads under which they were first shown: that one belongs to another group by now waits, as its other place does, until the
 * list is shown as it is. A row that is shown for the first time stands where the list has it.
 */
export function useSteadyGroups<R>(list: SteadyRows<R>, idOf: (row: R) => string, groupOf: (row: R) => string, view: string) {
  const [held, setHeld] = useState<Held | null>(null);
  const kept = held?.view === view ? held.groups : new Map<string, string>();
  const isKnown = list.rows.every((row) => kept.has(idOf(row)));
  const groups = isKnown ? kept : new Map(list.rows.map((row) => [idOf(row), kept.get(idOf(row)) ?? groupOf(row)]));
  if (!isKnown) setHeld({ view, groups });
  const of = (row: R) => groups.get(idOf(row)) ?? groupOf(row);
  const moved = list.moved || list.rows.some((row) => !list.gone.has(idOf(row)) && of(row) !== groupOf(row));
  const show = () => {
    setHeld(null);
    list.show();
  };
  return { list: { ...list, moved, show }, of };
}
