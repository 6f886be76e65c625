import { useEffect, useRef, useState } from "react";
import { patiently } from "./patiently.ts";

/** What became of one of many. `already`: nothing had to be done, and why. */
export type Outcome = { kind: "done" } | { kind: "already"; note: string } | { kind: "failed"; note: string };

export interface Walk<T> {
  readonly items: readonly T[];
  /** By the item's id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly state: "asked" | "working" | "cancelled" | "done";
}

const atOnce = 4;

/** Does something to many with one call each and keeps what became of every one. Leaving the page cancels what has not been sent. */
export function useOneByOne<T extends { readonly id: string }>(send: (item: T) => Promise<Outcome>) {
  const [walk, setWalk] = useState<Walk<T> | null>(null);
  const cancelled = useRef<AbortController>(undefined);
  useEffect(() => () => cancelled.current?.abort(), []);

  const start = async (items: readonly T[]): Promise<ReadonlyMap<string, Outcome>> => {
    const control = new AbortController();
    cancelled.current = control;
    const outcomes = new Map<string, Outcome>();
    const waiting = [...items];
    const show = (state: Walk<T>["state"]) => setWalk({ items, outcomes: new Map(outcomes), state });
    show("working");
    const work = async () => {
      for (let item = waiting.shift(); item && !control.signal.aborted; item = waiting.shift()) {
        const one = item;
        outcomes.set(item.id, await patiently(() => send(one), { signal: control.signal, again: 5 }).catch(failed));
        show("working");
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    show(control.signal.aborted ? "cancelled" : "done");
    return outcomes;
  };
  return {
    walk,
    ask: (items: readonly T[]) => setWalk({ items, outcomes: new Map(), state: "asked" }),
    start,
    cancel: () => cancelled.current?.abort(),
    close: () => setWalk(null),
  };
}

function failed(error: unknown): Outcome {
  return { kind: "failed", note: error instanceof Error ? error.message : "That did not work." };
}
