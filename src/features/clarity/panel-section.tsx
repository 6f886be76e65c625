import type { ReactNode } from "react";

/** A part of a side panel, with how many things are in it. */
export function PanelSection({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-b border-line px-4 py-3 last:border-b-0">
      <h2 className="mb-1.5 text-sm font-semibold">
        {title}
        {count ? <span className="ms-1 text-xs font-normal text-ink-3 tabular-nums">{count}</span> : null}
      </h2>
      {children}
    </section>
  );
}
