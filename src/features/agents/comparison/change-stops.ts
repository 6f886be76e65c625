import { createContext, use, useEffect, useState } from "react";
import type { Here } from "#ui/change-stop.tsx";

// A reader walks through the changes of a comparison one by one. Each block of it says how many it has; the walk says where the reader is.

export interface Place {
  readonly block: string;
  readonly at: number;
  /** The reader came backwards into a block that is still being read: its last change is meant, whichever that will be. */
  readonly fromEnd?: true;
}

interface ChangeStops {
  readonly count: (block: string, count: number) => void;
  /** The block was closed before it could tell its count. */
  readonly giveUp: (block: string) => void;
  /** Where in a block the reader is, if they are in it: there is one place, so one mark. */
  readonly hereIn: (block: string) => Here | undefined;
  /** The reader is at least two blocks away from one that is read. */
  readonly isLeft: (block: string) => boolean;
}

export const ChangeStopsContext = createContext<ChangeStops>({
  count: () => undefined,
  giveUp: () => undefined,
  hereIn: () => undefined,
  isLeft: () => false,
});

export interface ChangeWalk extends ChangeStops {
  /** Of all changes that are known by now: there are more where a part is not read yet, which counts as one. */
  readonly total: number;
  /** Every part has told its count. */
  readonly exact: boolean;
  /** Which part the reader is in, from 1, and of how many. */
  readonly part: number;
  readonly parts: number;
  /** Which of them the reader is at, from 1; 0 before the first step. */
  readonly position: number;
  readonly countOf: (block: string) => number;
  readonly isCounted: (block: string) => boolean;
  /** The reader has been in it. */
  readonly wasSeen: (block: string) => boolean;
  readonly go: (step: 1 | -1) => void;
  readonly jumpTo: (block: string) => void;
}

/** The walk through the blocks of `order`. A block that is not drawn yet counts as one change. */
export function useChangeWalk(order: readonly string[]): ChangeWalk {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [place, setPlace] = useState<Place & { readonly step: number }>();
  /** Steps further into a block that is still being read, and on from there; below 0 backwards. */
  const [held, setHeld] = useState(0);
  const countOf = (block: string) => counts.get(block) ?? 1;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const visit = (next: Place) => {
    setPlace({ ...next, step: (place?.step ?? 0) + 1 });
    if (!seen.has(next.block)) setSeen(new Set([...seen, next.block]));
  };
  // Kept stable, so that a block tells its count once.
  const [count] = useState(() => (block: string, many: number) => setCounts((known) => new Map(known).set(block, many)));
  const giveUp = (block: string) => setCounts((known) => (known.has(block) ? known : new Map(known).set(block, 1)));
  if (place && counts.has(place.block) && (held !== 0 || place.fromEnd)) {
    const walked = walkOn({ block: place.block, at: place.fromEnd ? countOf(place.block) - 1 : place.at }, held, order, counts);
    setHeld(walked.left);
    visit(walked.place);
  }
  const before = place ? order.slice(0, order.indexOf(place.block)).reduce((sum, block) => sum + countOf(block), 0) : 0;
  return {
    count,
    giveUp,
    countOf,
    isCounted: (block) => counts.has(block),
    wasSeen: (block) => seen.has(block),
    hereIn: (block) => (place?.block === block ? place : undefined),
    isLeft: (block) => place !== undefined && counts.has(block) && Math.abs(order.indexOf(place.block) - order.indexOf(block)) > 1,
    total: order.reduce((sum, block) => sum + countOf(block), 0),
    exact: order.every((block) => counts.has(block)),
    part: place ? order.indexOf(place.block) + 1 : 0,
    parts: order.length,
    position: place && order.includes(place.block) ? before + place.at + 1 : 0,
    go: (step) => {
      const inwards = place?.fromEnd ? -1 : 1;
      if (place && !counts.has(place.block) && (step === inwards || held !== 0)) return setHeld(held + step);
      const next = stepInto(place, step, order, counts);
      if (next) visit(next);
    },
    jumpTo: (block) => {
      setHeld(0);
      visit({ block, at: 0 });
    },
  };
}

/** The change after or before a place; the ends stay where they are. Pure. */
export function stepFrom(
  place: Place | undefined,
  step: 1 | -1,
  order: readonly string[],
  countOf: (block: string) => number,
): Place | undefined {
  const all = order.flatMap((block) => Array.from({ length: countOf(block) }, (_, at) => ({ block, at })));
  const here = place ? all.findIndex(({ block, at }) => block === place.block && at === Math.min(place.at, countOf(block) - 1)) : -1;
  if (here < 0) return step === 1 ? all[0] : all.at(-1);
  return all[here + step] ?? all[here];
}

/** So many changes further, or back, up to a block that is still to be read: the steps that are left wait for it. Pure. */
export function walkOn(place: Place, steps: number, order: readonly string[], counts: ReadonlyMap<string, number>) {
  let [at, left] = [place, steps];
  const step = steps < 0 ? -1 : 1;
  for (; left !== 0 && counts.has(at.block); left -= step) at = stepInto(at, step, order, counts) ?? at;
  return { place: at, left };
}

function stepInto(
  place: Place | undefined,
  step: 1 | -1,
  order: readonly string[],
  counts: ReadonlyMap<string, number>,
): Place | undefined {
  const next = stepFrom(place, step, order, (block) => counts.get(block) ?? 1);
  return next && step === -1 && !counts.has(next.block) ? { ...next, fromEnd: true } : next;
}

/** A block of so many changes: where in it the reader is. Without a count its view tells it later. */
export function useBlock(block: string, count?: number): Here | undefined {
  const walk = use(ChangeStopsContext);
  const tell = walk.count;
  useEffect(() => {
    if (count !== undefined) tell(block, count);
  }, [tell, block, count]);
  return walk.hereIn(block);
}
