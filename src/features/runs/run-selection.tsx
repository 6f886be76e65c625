import { CircleStop } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { SelectionBar } from "#ui/selection-bar.tsx";

interface RunSelectionProps {
  selected: number;
  /** How many of them can still be stopped. */
  active: number;
  onStop: () => void;
  onClear: () => void;
  /** Offers to select what is not loaded yet. */
  all?: { total: number; pending: boolean; onSelect: () => void } | undefined;
}

/** What can be done with the selected runs. */
export function RunSelection({ selected, active, onStop, onClear, all }: RunSelectionProps) {
  return (
    <SelectionBar label="Selected runs" count={selected} onClear={onClear}>
      {all ? (
        <Button size="sm" tone="quiet" pending={all.pending} onClick={all.onSelect}>
          Select all {all.total.toLocaleString("en")} matching
        </Button>
      ) : null}
      {active === 0 ? (
        <span className="text-sm text-ink-2">{selected === 1 ? "It has ended" : "All have ended"}: nothing to stop</span>
      ) : (
        <Button size="sm" icon={CircleStop} onClick={onStop}>
          Stop {active.toLocaleString("en")} {active === 1 ? "run" : "runs"}
        </Button>
      )}
    </SelectionBar>
  );
}
