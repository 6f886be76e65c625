import type { ApprovalBatch } from "#contract/queues/case.ts";
import { useMay } from "#api/roles.ts";
import { respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { DecideApproval } from "./decide-approval.tsx";

type ApprovalRow = ApprovalBatch["rows"][number];

/** What a run asked at once, and what was said. */
export function ApprovalBatchCard({ batch }: { batch: ApprovalBatch }) {
  const open = batch.cancelled_at === null && batch.resolved_at === null;
  return (
    <div className="rounded-md border border-line">
      <p className="flex flex-wrap justify-between gap-x-4 border-b border-line px-3 py-2 text-sm">
        <span className="font-medium">{batch.title}</span>
        <span className="text-ink-3">
          {batch.cancelled_at ? `Withdrawn${batch.cancellation_reason ? `: ${batch.cancellation_reason}` : ""}, ` : ""}
          <Time at={batch.cancelled_at ?? batch.resolved_at ?? batch.created_at} />
        </span>
      </p>
      {open && batch.of_former_run ? (
        <p className="border-b border-line px-3 py-2 text-sm text-ink-2">
          The run that asked no longer has this case. Your answer goes to the run and does not change the case.
        </p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line text-sm">
        {batch.rows.map((row) => (
          <Row key={row.id} row={row} open={open && row.decision === null} runUserId={batch.agent_run_user_id} />
        ))}
      </ul>
    </div>
  );
}

function Row({ row, open, runUserId }: { row: ApprovalRow; open: boolean; runUserId: string | null }) {
  const decides = useMay(respondToCaseApprovalRequest, { ...row, run_user_id: runUserId }) && open;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
      <span className="min-w-0 break-words">{row.prompt}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
        {row.assignee_name ?? row.assignee_email ?? "A former member"}
        {decides ? <DecideApproval id={row.id} prompt={row.prompt} /> : <Decision row={row} />}
      </span>
    </li>
  );
}

function Decision({ row }: { row: ApprovalRow }) {
  const by = row.responded_by_name && row.responded_by_user_id !== row.assignee_user_id ? ` by ${row.responded_by_name}` : "";
  if (row.decision === "approved") return <Status look="done" word={`Approved${by}`} />;
  if (row.decision === "rejected") return <Status look="failed" word={`Declined${by}`} />;
  return row.cancelled_at ? <Status look="stopped" word="Withdrawn" /> : <Status look="asks" word="Not decided" />;
}
