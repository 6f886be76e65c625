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
    if (step === 0) return;
    ref.current?.scrollIntoView({ block: "center" });
    ref.current?.focus({ preventScroll: true });
  }, [step]);
  return { ref, "data-stop": "", tabIndex: -1, "aria-current": here?.at === at || undefined };
}

/** In the place of changes of which nothing can be shown one by one, or not yet. */
export function OneStop({ here, children }: { here: Here | undefined; children: ReactNode }) {
  return (
    <div {...useStop<HTMLDivElement>(here && { ...here, at: 0 }, 0)} className="rounded-md">
      {children}
    </div>
  );
}
