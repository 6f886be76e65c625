import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, folded, Folding } from "./button.tsx";
import { Drawer } from "./drawer.tsx";
import { useMedia } from "./media.ts";

interface FoldedFiltersProps {
  /** How many of them are set. */
  count: number;
  /** The way back to what they show, as in "Show the runs". */
  show: string;
  /** The narrowest screen, in pixels, on which they stand in the row. */
  from?: 600 | 1280;
  /** Given where there is something to clear. */
  onClear: (() => void) | undefined;
  children: ReactNode;
}

/** The choices that narrow a list. Where the row has no room they are behind a button that says how many of them are set. */
export function FoldedFilters({ count, show, from = 600, onClear, children }: FoldedFiltersProps) {
  const wide = useMedia(`(min-width: ${from}px)`);
  const [open, setOpen] = useState(false);
  const clear = onClear ? (
    <Button tone="quiet" icon={X} aria-label="Clear filters" onClick={onClear}>
      Clear
    </Button>
  ) : null;
  if (wide)
    return (
      <>
        {children}
        {clear}
      </>
    );
  return (
    <>
      <Button
        icon={SlidersHorizontal}
        className={count > 0 ? "max-sm:px-2" : folded}
        aria-label={count > 0 ? `Filters, ${count} set` : "Filters"}
        onClick={() => setOpen(true)}
      >
        <Folding>Filters</Folding>
        {count > 0 ? <span className="tabular-nums">{count}</span> : null}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Filters">
        <div className="flex flex-col gap-3">
          {children}
          <div className="flex justify-end gap-2">
            {clear}
            <Button tone="primary" onClick={() => setOpen(false)}>
              {show}
            </Button>
          </div>
        </div>
      </Drawer>
    </>
  );
}
