import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";

/** Main area with a column at its end; below 1200 px the column goes under the main area, or above it where it is what the page is for. */
export function Split({ children, side, sideFirst = false }: { children: ReactNode; side: ReactNode; sideFirst?: boolean }) {
  const main = <div className="flex min-w-0 flex-1 flex-col lg:min-h-0 lg:overflow-y-auto">{children}</div>;
  return (
    <div
      className={cx(
        "flex min-h-0 flex-1 flex-col overflow-y-auto lg:overflow-hidden",
        // The order of what is read aloud is that of the page on a phone.
        sideFirst ? "lg:flex-row-reverse" : "lg:flex-row",
      )}
    >
      {sideFirst ? side : main}
      {sideFirst ? main : side}
    </div>
  );
}

interface SidePanelProps {
  title: string;
  /** What is written in it needs the room. */
  wide?: boolean;
  onClose?: () => void;
  children: ReactNode;
}

/** The column: facts about the object in the main area. */
export function SidePanel({ title, wide, onClose, children }: SidePanelProps) {
  return (
    <aside
      aria-label={title}
      className={cx("flex shrink-0 flex-col border-line max-lg:border-t lg:overflow-y-auto lg:border-s", wide ? "lg:w-96" : "lg:w-80")}
    >
      {onClose ? (
        <div className="flex items-center justify-between px-4 pt-2">
          <h2 className="font-semibold">{title}</h2>
          <IconButton icon={X} label="Close" size="sm" onClick={onClose} />
        </div>
      ) : null}
      {children}
    </aside>
  );
}

/** Name and value pairs, one a row. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(88px,auto)_1fr] gap-x-4 gap-y-2 p-4 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
