import type { ReactNode } from "react";

interface LookedBoxProps {
  title: string;
  /** Why it is not a whole one. */
  part: string | undefined;
  /** From 0 at the start of the chart to 1 at its end: it never hangs out of it. */
  place: number;
  children: ReactNode;
}

/** What a column that somebody looks at comes to, over the chart. It is read out elsewhere. */
export function LookedBox({ title, part, place, children }: LookedBoxProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -top-2 z-10 min-w-36 rounded-md bg-surface px-3 py-2 text-xs whitespace-nowrap shadow-pop"
      style={{ left: `${place * 100}%`, transform: `translateX(-${place * 100}%)` }}
    >
      <p className="font-medium">{title}</p>
      {part ? <p className="text-ink-3">{part}</p> : null}
      {children}
    </div>
  );
}
