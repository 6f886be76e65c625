import { Button } from "#ui/button.tsx";
import type { Proposal } from "./use-review.ts";

/** What became of this one. Whose window it happened in is not known: it may be another one of the reader. */
const happened: Partial<Record<Proposal["run"]["status"], string>> = {
  not_started: "Another generation was requested and replaces this one.",
  running: "Another generation was requested and replaces this one.",
  waiting_for_input: "Another generation replaces this one. It has a question.",
  waiting_for_approve: "Another generation replaced this one.",
  completed: "Somebody else, or you in another window, already decided this.",
  failed: "Another generation replaced this one and failed.",
  cancelled: "Another generation replaced this one and was canceled.",
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
