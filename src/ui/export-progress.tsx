import { Button } from "./button.tsx";
import { Progress } from "./progress.tsx";

interface ExportProgressProps {
  done: number;
  total: number;
  /** As in "runs". */
  what: string;
  onCancel: () => void;
}

/** Floats at the foot of the page: a line in it would move the rows. */
export function ExportProgress({ done, total, what, onCancel }: ExportProgressProps) {
  return (
    <div className="fixed end-4 bottom-4 z-30 flex w-72 max-w-[calc(100vw-32px)] flex-col gap-2 rounded-md bg-surface p-3 shadow-pop">
      <div className="flex items-center justify-between gap-3">
        <span role="status" className="text-sm">
          {total === 0 ? "Starting export…" : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${what}`}
        </span>
        <Button size="sm" tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Progress label="Export" max={total || 1} value={done} />
    </div>
  );
}
