import { useState } from "react";
import { useDecided } from "#api/decisions/held.ts";
import { useSteadyRows } from "#ui/use-steady-rows.ts";
import type { WaitingItem } from "./waiting-items.ts";

export interface SteadyItem {
  readonly item: WaitingItem;
  /** Somebody else decided it, or what asked withdrew it. It keeps its place until one moves on. */
  readonly gone: boolean;
}

const idOf = ({ id }: WaitingItem) => id;

/**
 * What waits, without anything moving under the pointer: what is new comes last, and what was closed by others stays in its place, marked. What
 * was decided here stays as long as it can be taken back.
 */
export function useSteadyItems(open: readonly WaitingItem[] | undefined, version: string) {
  const decided = useDecided();
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const list = useSteadyRows(open, idOf, "waiting", { version, appends: true });
  return {
    rows: list.rows
      .filter(({ id }) => !dropped.has(id) && decided.get(id) !== "sent")
      .map((item): SteadyItem => ({ item, gone: list.gone.has(item.id) })),
    decided,
    drop: (ids: Iterable<string>) => setDropped(new Set([...dropped, ...ids])),
    tidy: () => list.expect(list.gone),
  };
}
