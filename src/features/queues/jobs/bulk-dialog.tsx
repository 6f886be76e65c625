import { pathTo } from "#api/path-to.ts";
import type { Selection } from "#contract/queues/case-bulk.ts";
import type { CaseAct } from "#contract/queues/case-jobs.ts";
import { actInWords } from "#features/queues/act-words.ts";
import type { CaseScope } from "#features/queues/case-queries.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { StartsByItself } from "#features/queues/starts-by-itself.tsx";
import { type BulkAct, type BulkResult, isJob, useCaseBulk } from "#features/queues/use-case-bulk.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import { AllMatching } from "./all-matching.tsx";

interface BulkDialogProps {
  teamId: string;
  queueId: string;
  bulk: BulkAct;
  /** How many it is about. */
  count: number;
  chosen: Selection;
  /** The list that all are meant of. */
  matching: CaseScope | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Says of how many cases what will become, and afterwards what became; of many of them on the page of their job. */
export function BulkDialog({
  teamId,
  queueId,
  bulk: { act, agentName = null },
  count,
  chosen,
  matching,
  onClose,
  onDone,
}: BulkDialogProps) {
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
        if ("jobId" in result) return go(pathTo("/t/$teamId/queues/$queueId/jobs/$jobId", { teamId, queueId, jobId: result.jobId }));
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
      {matching ? <AllMatching scope={matching} count={count} stops={act.kind !== "priority"} undoable={act.kind !== "delete"} /> : null}
      {isJob(chosen) ? <p>Runs in the background. You can leave this page, or stop it on the job's page.</p> : null}
    </ConfirmDialog>
  );
}

function consequence({ kind }: CaseAct): string {
  if (kind === "status")
    return "Active runs of these cases are stopped. Runs that wait for a person keep waiting without the case. Cases already in this state do not change.";
  if (kind === "reprocess") return "All of them return to Pending, including closed ones. Their active runs are stopped first.";
  return kind === "priority"
    ? "No runs are interrupted. Higher priorities are handled first."
    : "Their history and approvals are deleted too. Active runs of these cases are stopped. This cannot be undone.";
}

function said({ kind }: CaseAct, { done, unchanged, gone, stoppedRuns }: BulkResult): string {
  const number = (count: number) => count.toLocaleString("en");
  return [
    `${casesInWords(done)} ${kind === "delete" ? "deleted" : kind === "reprocess" ? "assigned" : "changed"}`,
    unchanged > 0 ? `${number(unchanged)} unchanged` : "",
    gone > 0 ? `${number(gone)} ${gone === 1 ? "was" : "were"} gone` : "",
    stoppedRuns > 0 ? `${number(stoppedRuns)} ${stoppedRuns === 1 ? "run" : "runs"} stopped` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
