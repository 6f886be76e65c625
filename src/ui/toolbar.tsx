import type { ReactNode } from "react";

/** The row of filters over a list; wraps on a narrow screen. `end` keeps to the right. */
export function Toolbar({ label, children, end }: { label: string; children: ReactNode; end?: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2 md:px-5">
      {children}
      {end ? <div className="ms-auto flex flex-wrap items-center justify-end gap-2">{end}</div> : null}
    </div>
  );
}
