import { Button } from "#ui/button.tsx";
import type { Proposal } from "./use-review.ts";

/** What became of this one. Whose window it happened in is not known: it may be another one of the reader. */
const happened: Partial<Record<Proposal["run"]["status"], string>> = {
  not_started: "Another generation was asked for, which takes the place of this one.",
  running: "Another generation was asked for, which takes the place of this one.",
  waiting_for_input: "Another generation takes the place of this one. It asks something.",
  waiting_for_approve: "Another generation took the place of this one.",
  completed: "This has been decided about, by somebody else or in another window.",
  failed: "Another generation took the place of this one, and failed.",
  cancelled: "Another generation took the place of this one, and was cancelled.",
};

/** What is shown is no longer the latest. The reader goes on when they want to. */
export function NewerNotice({ latest, onMoveOn }: { latest: Proposal | undefined; onMoveOn: () => void }) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-5"
    >
      {(latest && happened[latest.run.status]) ?? "This generation is gone."}
      <Button size="sm" onClick={onMoveOn}>
        Show what changed since
      </Button>
    </div>
  );
}
