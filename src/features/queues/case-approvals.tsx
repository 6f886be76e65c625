import { Check, X } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import type { approvalDecisions, ApprovalBatch, Case } from "#contract/queues/case.ts";
import { respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { Button } from "#ui/button.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";

type ApprovalRow = ApprovalBatch["rows"][number];

/** What runs asked people to decide, and what they said. Who is named, or has the run, decides here. */
export function CaseApprovals({ one, batches }: { one: Case; batches: readonly ApprovalBatch[] }) {
  const { user } = useSession();
  return (
    <section aria-label="Approvals">
      <h2 className="mb-2 font-semibold">Approvals</h2>
      <ul className="flex flex-col gap-3">
        {batches.map((batch) => {
          const open = batch.cancelled_at === null && batch.resolved_at === null;
          const mine = batch.agent_run_id === one.claimed_by_run_id && one.agent_run_user_id === user.id;
          return (
            <li key={batch.id} className="rounded-md border border-line">
              <p className="flex flex-wrap justify-between gap-x-4 border-b border-line px-3 py-2 text-sm">
                <span className="font-medium">{batch.title}</span>
                <span className="text-ink-3">
                  {batch.cancelled_at ? `Withdrawn${batch.cancellation_reason ? `: ${batch.cancellation_reason}` : ""}, ` : ""}
                  <Time at={batch.cancelled_at ?? batch.resolved_at ?? batch.created_at} />
                </span>
              </p>
              <ul className="flex flex-col divide-y divide-line text-sm">
                {batch.rows.map((row) => (
                  <Row key={row.id} row={row} decides={open && row.decision === null && (mine || row.assignee_user_id === user.id)} />
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Row({ row, decides }: { row: ApprovalRow; decides: boolean }) {
  const respond = useWrite(respondToCaseApprovalRequest, { alsoStale: ["Cases", "Queues", "Runs"] });
  const decide = (decision: (typeof approvalDecisions)[number]) =>
    void respond
      .mutateAsync({ params: { request_id: row.id }, body: { decision } })
      .catch((error: Error) => toast(error.message, { failed: true }));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
      <span className="min-w-0 break-words">{row.prompt}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
        {row.assignee_name ?? row.assignee_email ?? "A former member"}
        {decides ? (
          <span className="flex gap-2">
            <Button
              size="sm"
              icon={Check}
              disabled={respond.isPending}
              aria-label={`Approve: ${row.prompt}`}
              onClick={() => decide("approved")}
            >
              Approve
            </Button>
            <Button size="sm" icon={X} disabled={respond.isPending} aria-label={`Reject: ${row.prompt}`} onClick={() => decide("rejected")}>
              Reject
            </Button>
          </span>
        ) : (
          <Decision row={row} />
        )}
      </span>
    </li>
  );
}

function Decision({ row }: { row: ApprovalRow }) {
  const by = row.responded_by_name && row.responded_by_user_id !== row.assignee_user_id ? ` by ${row.responded_by_name}` : "";
  if (row.decision === "approved") return <Status value="completed" word={`Approved${by}`} />;
  if (row.decision === "rejected") return <Status value="failed" word={`Rejected${by}`} />;
  return row.cancelled_at ? <Status value="canceled" word="Withdrawn" /> : <Status value="needs_input" word="Not decided" />;
}
