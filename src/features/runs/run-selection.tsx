import { CircleStop, RotateCcw } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { SelectionBar } from "#ui/selection-bar.tsx";

interface RunSelectionProps {
  selected: number;
  /** How many of them can still be stopped. */
  active: number;
  onStop: () => void;
  /** How many of them failed or were stopped. */
  ended: number;
  onAgain: () => void;
  onClear: () => void;
  /** Offers to select what is not loaded yet. */
  all?: { total: number; pending: boolean; onSelect: () => void } | undefined;
}

/** What can be done with the selected runs. */
export function RunSelection({ selected, active, onStop, ended, onAgain, onClear, all }: RunSelectionProps) {
  return (
    <SelectionBar label="Selected runs" count={selected} onClear={onClear}>
      {all ? (
        <Button size="sm" tone="quiet" pending={all.pending} onClick={all.onSelect}>
          Select all {all.total.toLocaleString("en")} matching
        </Button>
      ) : null}
      {ended === 0 ? null : (
        <Button size="sm" icon={RotateCcw} onClick={onAgain}>
          Run {ended.toLocaleString("en")} again
        </Button>
      )}
      {active === 0 ? (
        ended === 0 ? (
          <span className="text-sm text-ink-2">{selected === 1 ? "It has completed" : "All have completed"}</span>
        ) : null
      ) : (
        <Button size="sm" icon={CircleStop} onClick={onStop}>
          Stop {active.toLocaleString("en")} {active === 1 ? "run" : "runs"}
        </Button>
      )}
    </SelectionBar>
  );
}
