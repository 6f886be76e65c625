import type { Selection } from "#contract/queues/case-bulk.ts";
import type { CaseAct } from "#contract/queues/case-jobs.ts";
import { actInWords } from "#features/queues/act-words.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { StartsByItself } from "#features/queues/starts-by-itself.tsx";
import { type BulkAct, type BulkResult, isJob, useCaseBulk } from "#features/queues/use-case-bulk.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";

interface BulkDialogProps {
  teamId: string;
  queueId: string;
  bulk: BulkAct;
  /** How many it is about. */
  count: number;
  chosen: Selection;
  onClose: () => void;
  onDone: () => void;
}

/** Says of how many cases what will become, and afterwards what became; of many of them on the page of their job. */
export function BulkDialog({ teamId, queueId, bulk: { act, agentName = null }, count, chosen, onClose, onDone }: BulkDialogProps) {
  const change = useCaseBulk(queueId);
  const go = useGo();
  const verb = act.kind === "delete" ? `Delete ${casesInWords(count)}` : `Change ${casesInWords(count)}`;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${actInWords(act, agentName, casesInWords(count))}?`}
      action={verb}
      mild={act.kind !== "delete"}
      onConfirm={async () => {
        const result = await change(act, chosen);
        if ("jobId" in result) return go(`/t/${teamId}/queues/${queueId}/jobs/${result.jobId}`);
        toast(said(act, result));
        onDone();
      }}
    >
      <p>{consequence(act)}</p>
      {act.kind === "status" && act.status === "pending" ? (
        <p className="font-medium empty:hidden">
          <StartsByItself queueId={queueId} count={count} />
        </p>
      ) : null}
      {chosen.all_matching ? <p>All that fit the filters when you confirm, also those that are not loaded.</p> : null}
      {isJob(chosen) ? <p>This becomes a job: it goes on by itself, and can be ended on its page.</p> : null}
    </ConfirmDialog>
  );
}

function consequence({ kind }: CaseAct): string {
  if (kind === "status")
    return "Runs that work on them are stopped; those that wait for a person go on waiting without the case. Cases that are in this state already stay as they are.";
  if (kind === "reprocess") return "They are pending again, also those that have ended. Runs that work on them are stopped first.";
  return kind === "priority"
    ? "No run is interrupted. Cases of a higher priority are taken first."
    : "With them go their history and their approvals. Runs that work on them are stopped. This cannot be undone.";
}

function said({ kind }: CaseAct, { done, unchanged, gone, stoppedRuns }: BulkResult): string {
  const number = (count: number) => count.toLocaleString("en");
  return [
    `${casesInWords(done)} ${kind === "delete" ? "deleted" : "changed"}`,
    unchanged > 0 ? `${number(unchanged)} ${unchanged === 1 ? "was" : "were"} so already` : "",
    gone > 0 ? `${number(gone)} ${gone === 1 ? "was" : "were"} gone` : "",
    stoppedRuns > 0 ? `${number(stoppedRuns)} ${stoppedRuns === 1 ? "run" : "runs"} stopped` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
