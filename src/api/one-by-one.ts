import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { passed, patiently } from "./patiently.ts";
import type { Topic } from "#contract/topics.ts";
import { readChanged } from "./stale.ts";

/** What became of one of many. `already`: nothing had to be done, and why. */
export type Outcome = { kind: "done" } | { kind: "already"; note: string } | { kind: "failed"; note: string };

export interface Walk<T> {
  readonly items: readonly T[];
  /** By the item's id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly state: "asked" | "waiting" | "working" | "cancelled" | "done";
  /** While it waits: when it begins, in milliseconds since 1970. */
  readonly until?: number;
}

const atOnce = 4;
/** In milliseconds. Each time all outcomes are copied and the list is drawn again. */
const shownEvery = 200;

export interface OneByOneOptions {
  /** In milliseconds: nothing is sent before that has passed, and cancelling until then goes back to the question. */
  readonly undoTime?: number;
  /** What the calls change. */
  readonly changes?: readonly Topic[];
}

/** Does something to many with one call each and keeps what became of every one. Leaving the page cancels what has not been sent. */
export function useOneByOne<T extends { readonly id: string }>(
  send: (item: T) => Promise<Outcome>,
  { undoTime = 0, changes = [] }: OneByOneOptions = {},
) {
  const client = useQueryClient();
  const [walk, setWalk] = useState<Walk<T> | null>(null);
  const cancelled = useRef<AbortController>(undefined);
  useEffect(() => () => cancelled.current?.abort(), []);

  const start = async (items: readonly T[]): Promise<ReadonlyMap<string, Outcome>> => {
    const control = new AbortController();
    cancelled.current = control;
    const outcomes = new Map<string, Outcome>();
    const waiting = [...items];
    const show = (state: Walk<T>["state"]) => setWalk({ items, outcomes: new Map(outcomes), state });
    if (undoTime > 0) {
      setWalk({ items, outcomes, state: "waiting", until: Date.now() + undoTime });
      await passed(undoTime, control.signal);
      if (control.signal.aborted) {
        show("asked");
        return outcomes;
      }
    }
    show("working");
    let due: ReturnType<typeof setTimeout> | undefined;
    const showSoon = () => {
      due ??= setTimeout(() => {
        due = undefined;
        show("working");
      }, shownEvery);
    };
    const work = async () => {
      for (let item = waiting.shift(); item && !control.signal.aborted; item = waiting.shift()) {
        const one = item;
        const outcome = await patiently(() => send(one), { signal: control.signal, again: 5 }).catch((error: unknown) =>
          // Called off while it waited for another try: it is left as they were.
          error === control.signal.reason ? undefined : failed(error),
        );
        if (outcome) outcomes.set(one.id, outcome);
        showSoon();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    clearTimeout(due);
    show(control.signal.aborted ? "cancelled" : "done");
    readChanged(client, changes);
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
