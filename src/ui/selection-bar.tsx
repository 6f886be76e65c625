import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./icon-button.tsx";
import { Keys } from "./kbd.tsx";
import { useShortcuts } from "./shortcuts.ts";

interface SelectionBarProps {
  /** As in "Selected cases". */
  label: string;
  count: number;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** Floats over the list, so that selecting moves no row. It stands behind every row in the order of Tab, so a key leads there. */
export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useShortcuts("Selection", [
    { keys: ".", label: "To what can be done with it", run: () => bar.current?.querySelector<HTMLElement>("button:enabled")?.focus() },
  ]);
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-4 z-20 flex justify-center low:fixed">
      <div
        ref={bar}
        role="toolbar"
        aria-label={label}
        data-floating
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md bg-surface py-1.5 ps-3 pe-1.5 shadow-pop"
      >
        <span role="status" className="text-sm font-medium">
          {count.toLocaleString("en")} selected
        </span>
        <span aria-hidden className="max-md:hidden">
          <Keys keys="." />
        </span>
        {children}
        <IconButton icon={X} size="sm" label="Clear selection" keys="escape" onClick={onClear} />
      </div>
    </div>
  );
}
