import { CircleStop, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";

interface SelectionBarProps {
  selected: number;
  /** How many of them can still be stopped. */
  active: number;
  onStop: () => void;
  onClear: () => void;
  /** Offers to select what is not loaded yet. */
  all?: { total: number; pending: boolean; onSelect: () => void } | undefined;
}

/** Floats over the list, so that selecting moves no row. */
export function SelectionBar({ selected, active, onStop, onClear, all }: SelectionBarProps) {
  const number = selected.toLocaleString("en");
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-4 z-20 flex justify-center">
      <div
        role="toolbar"
        aria-label="Selected runs"
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md bg-surface py-1.5 ps-3 pe-1.5 shadow-pop"
      >
        <span role="status" className="text-sm font-medium">
          {number} selected
        </span>
        {all ? (
          <Button size="sm" tone="quiet" pending={all.pending} onClick={all.onSelect}>
            Select all {all.total.toLocaleString("en")} matching
          </Button>
        ) : null}
        <Button size="sm" icon={CircleStop} disabled={active === 0} onClick={onStop}>
          {active === 0 ? "None is active" : `Stop ${active.toLocaleString("en")} ${active === 1 ? "run" : "runs"}`}
        </Button>
        <IconButton icon={X} size="sm" label="Clear the selection" keys="escape" onClick={onClear} />
      </div>
    </div>
  );
}
