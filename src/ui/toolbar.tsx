import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface ToolbarProps {
  label: string;
  children: ReactNode;
  end?: ReactNode;
  unseen?: boolean;
}

/** The row of filters over a list; wraps on a narrow screen. `end` keeps to the right. `unseen`: its room is kept, and it is not there. */
export function Toolbar({ label, children, end, unseen = false }: ToolbarProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cx("flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2 md:px-5", unseen && "invisible")}
    >
      {children}
      {end ? <div className="ms-auto flex flex-wrap items-center justify-end gap-2">{end}</div> : null}
    </div>
  );
}
