import { createContext, type RefObject, use, useEffect, useEffectEvent, useRef, useState } from "react";
import type { AddStops } from "#ui/diff-view.tsx";

// A reader walks through the changes of a comparison one by one. Each block of it says how many it has and how to come to one.

interface Block {
  readonly count: number;
  readonly jump: (at: number) => void;
}

export interface Place {
  readonly block: string;
  readonly at: number;
}

interface ChangeStops {
  readonly add: (block: string, stops: Block) => () => void;
}

export const ChangeStopsContext = createContext<ChangeStops>({ add: () => () => undefined });

export interface ChangeWalk extends ChangeStops {
  /** Of all changes that are known by now. */
  readonly total: number;
  /** Which of them the reader is at, from 1; 0 before the first step. */
  readonly position: number;
  readonly countOf: (block: string) => number;
  readonly go: (step: 1 | -1) => void;
  readonly jumpTo: (block: string) => void;
}

/** The walk through the blocks of `order`. A block that is not drawn yet counts as one change. */
export function useChangeWalk(order: readonly string[]): ChangeWalk {
  const blocks = useRef(new Map<string, Block>());
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [place, setPlace] = useState<Place | undefined>();
  const countOf = (block: string) => counts.get(block) ?? 1;
  const visit = (next: Place) => {
    setPlace(next);
    blocks.current.get(next.block)?.jump(next.at);
  };
  // Kept stable, so that blocks add themselves once.
  const [add] = useState(() => (block: string, stops: Block) => {
    blocks.current.set(block, stops);
    setCounts((known) => new Map(known).set(block, stops.count));
    return () => {
      if (blocks.current.get(block) === stops) blocks.current.delete(block);
    };
  });
  const before = place ? order.slice(0, order.indexOf(place.block)).reduce((sum, block) => sum + countOf(block), 0) : 0;
  return {
    add,
    countOf,
    total: order.reduce((sum, block) => sum + countOf(block), 0),
    position: place && order.includes(place.block) ? before + place.at + 1 : 0,
    go: (step) => {
      const next = stepFrom(place, step, order, countOf);
      if (next) visit(next);
    },
    jumpTo: (block) => visit({ block, at: 0 }),
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

/** Adds the elements marked `data-stop` below `element` as a block of the walk. */
export function useElementStops(block: string, element: RefObject<HTMLElement | null>, count: number): void {
  const { add } = use(ChangeStopsContext);
  const jump = useEffectEvent((at: number) => focusOn(element.current?.querySelectorAll<HTMLElement>("[data-stop]")[at]));
  const enter = useEffectEvent(() => add(block, { count, jump: (at) => jump(at) }));
  useEffect(() => enter(), [block, count]);
}

/** For a block whose places a view of its own knows. */
export function useAddStops(block: string): AddStops {
  const { add } = use(ChangeStopsContext);
  return (stops) => add(block, stops);
}

export function focusOn(element: HTMLElement | undefined | null): void {
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}
