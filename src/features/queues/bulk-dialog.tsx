import type { Selection } from "#contract/queues/case-bulk.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import { casesInWords, caseStatusWord, priorityWord } from "./case-words.ts";
import { type BulkAct, type BulkResult, useCaseBulk } from "./use-case-bulk.ts";

interface BulkDialogProps {
  queueId: string;
  act: BulkAct;
  /** How many it is about. */
  count: number;
  chosen: Selection | readonly string[];
  onClose: () => void;
  /** Which of the named ones are done. */
  onStep: (ids: readonly string[]) => void;
  onDone: () => void;
}

/** Says of how many cases what will become, and afterwards what became. */
export function BulkDialog({ queueId, act, count, chosen, onClose, onStep, onDone }: BulkDialogProps) {
  const change = useCaseBulk(queueId);
  const verb = act.kind === "delete" ? `Delete ${casesInWords(count)}` : `Change ${casesInWords(count)}`;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${titleOf(act, casesInWords(count))}?`}
      action={verb}
      onConfirm={async () => {
        const result = await change(act, chosen, onStep);
        toast(said(act, result));
        onDone();
      }}
    >
      <p>{consequence(act)}</p>
      {Array.isArray(chosen) ? null : <p>All that fit the filters when you confirm, also those that are not loaded.</p>}
    </ConfirmDialog>
  );
}

function titleOf(act: BulkAct, cases: string): string {
  if (act.kind === "status") return `Set ${cases} to “${caseStatusWord(act.status)}”`;
  if (act.kind === "give") return `Give ${cases} to ${act.agentName}`;
  return act.kind === "priority" ? `Give ${cases} the priority “${priorityWord(act.priority)}”` : `Delete ${cases}`;
}

function consequence(act: BulkAct): string {
  if (act.kind === "status")
    return "Runs that work on them are stopped; those that wait for a person go on waiting without the case. Cases that are in this state already stay as they are.";
  if (act.kind === "give") return "They are pending again, also those that have ended. Runs that work on them are stopped first.";
  return act.kind === "priority"
    ? "No run is interrupted. Cases of a higher priority are taken first."
    : "With them go their history and their approvals. Runs that work on them are stopped. This cannot be undone.";
}

function said(act: BulkAct, { done, skipped, stoppedRuns }: BulkResult): string {
  const what = `${casesInWords(done)} ${act.kind === "delete" ? "deleted" : "changed"}`;
  const rest =
    skipped > 0 ? `, ${skipped.toLocaleString("en")} ${act.kind === "delete" ? "were gone" : "were so already or are gone"}` : "";
  const runs = stoppedRuns > 0 ? `, ${stoppedRuns.toLocaleString("en")} ${stoppedRuns === 1 ? "run" : "runs"} stopped` : "";
  return what + rest + runs;
}
