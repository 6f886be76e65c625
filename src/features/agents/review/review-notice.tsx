import { Button } from "#ui/button.tsx";
import { DecidedLine } from "./decided-line.tsx";
import type { Proposal } from "./use-review.ts";

/** Leads from what is under review to what was decided. */
export const outcomeWords = "See the outcome";

/** What became of this one. */
const happened: Partial<Record<Proposal["run"]["status"], string>> = {
  not_started: "Another generation was requested and replaces this one.",
  running: "Another generation was requested and replaces this one.",
  waiting_for_input: "Another generation replaces this one. It has a question.",
  waiting_for_approve: "Another generation replaced this one.",
  completed: "Another generation replaced this one.",
  failed: "Another generation replaced this one and failed.",
  cancelled: "Another generation replaced this one and was canceled.",
};

/** What is shown is no longer the latest. The reader goes on when they want to. */
export function NewerNotice({ shown, latest, onMoveOn }: { shown: Proposal; latest: Proposal | undefined; onMoveOn: () => void }) {
  const decided = latest && latest.generation.decision !== null ? latest : undefined;
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-5"
    >
      <span className="min-w-0">
        {decided?.run.id === shown.run.id ? null : `${(latest && happened[latest.run.status]) ?? "This generation is gone."} `}
        {decided ? <DecidedLine of={{ ...decided.generation, completed_at: decided.run.completed_at }} /> : null}
      </span>
      <Button size="sm" onClick={onMoveOn}>
        {decided ? outcomeWords : "See what changed since"}
      </Button>
    </div>
  );
}
