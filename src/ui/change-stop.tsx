import { type ReactNode, type RefObject, useEffect, useRef } from "react";

/** Where a reader is who walks through changes: at which of them, and by which step, from 1. Step 0 brings nobody there. */
export interface Here {
  readonly at: number;
  readonly step: number;
}

interface Stop<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly "data-stop": "";
  readonly tabIndex: -1;
  readonly "aria-current": true | undefined;
}

/** Spread on the element of a change: marked while the reader is there, who is brought to it by each step that ends there. */
export function useStop<E extends HTMLElement>(here: Here | undefined, at: number): Stop<E> {
  const ref = useRef<E>(null);
  const step = here?.at === at ? here.step : 0;
  useEffect(() => {
    const mark = ref.current;
    if (step === 0 || mark === null) return undefined;
    const show = () => mark.scrollIntoView({ block: "center" });
    show();
    mark.focus({ preventScroll: true });
    return untilMoved(mark, show);
  }, [step]);
  return { ref, "data-stop": "", tabIndex: -1, "aria-current": here?.at === at || undefined };
}

const moves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Calls `show` when what is around a mark grows or shrinks, as parts before it do that are still being read, until the reader moves on. */
function untilMoved(mark: Element, show: () => void): () => void {
  const sizes = new ResizeObserver(show);
  for (let around = mark.parentElement; around; around = around.parentElement) sizes.observe(around);
  const stop = () => {
    sizes.disconnect();
    for (const move of moves) removeEventListener(move, stop, { capture: true });
  };
  for (const move of moves) addEventListener(move, stop, { capture: true, passive: true });
  return stop;
}

/** In the place of changes of which nothing can be shown one by one, or not yet. */
export function OneStop({ here, children }: { here: Here | undefined; children: ReactNode }) {
  return (
    <div {...useStop<HTMLDivElement>(here && { ...here, at: 0 }, 0)} className="rounded-md">
      {children}
    </div>
  );
}
