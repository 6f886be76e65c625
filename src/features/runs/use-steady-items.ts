import { useState } from "react";
import { useDecided } from "#api/decisions.ts";
import type { WaitingItem } from "./waiting-items.ts";

export interface SteadyItem {
  readonly item: WaitingItem;
  /** Somebody else decided it, or what asked withdrew it. It keeps its place until one moves on. */
  readonly gone: boolean;
}

/**
 * What waits, without anything moving under the pointer: what is new comes last, and what was closed by others stays in its place, marked. What
 * was decided here stays as long as it can be taken back.
 */
export function useSteadyItems(open: readonly WaitingItem[] | undefined, version: string) {
  const decided = useDecided();
  const [kept, setKept] = useState<readonly SteadyItem[]>([]);
  const [seen, setSeen] = useState<string>();
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  if (open && version !== seen) {
    setSeen(version);
    const now = new Map(open.map((item) => [item.id, item]));
    const staying = kept.map(({ item }) => ({ item: now.get(item.id) ?? item, gone: !now.has(item.id) }));
    const known = new Set(kept.map(({ item }) => item.id));
    setKept([...staying, ...open.filter(({ id }) => !known.has(id)).map((item) => ({ item, gone: false }))]);
  }
  return {
    rows: kept.filter(({ item }) => !dropped.has(item.id) && decided.get(item.id) !== "sent"),
    decided,
    drop: (ids: Iterable<string>) => setDropped(new Set([...dropped, ...ids])),
    tidy: () => setKept(kept.filter(({ gone }) => !gone)),
  };
}
