import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";

/** Floats at the foot of the page: a line in it would move the rows. */
export function ExportProgress({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }) {
  return (
    <div className="fixed end-4 bottom-4 z-30 flex w-72 max-w-[calc(100vw-32px)] flex-col gap-2 rounded-md bg-surface p-3 shadow-pop">
      <div className="flex items-center justify-between gap-3">
        <span role="status" className="text-sm">
          {total === 0 ? "Export begins…" : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} runs`}
        </span>
        <Button size="sm" tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Progress label="Export" max={total || 1} value={done} />
    </div>
  );
}
