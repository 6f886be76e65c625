import type { ApprovalBatch } from "#contract/queues/case.ts";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** What a run asked people to decide, and what they said. */
export function CaseApprovals({ batches }: { batches: readonly ApprovalBatch[] }) {
  return (
    <section aria-label="Approvals">
      <h2 className="mb-2 font-semibold">Approvals</h2>
      <ul className="flex flex-col gap-3">
        {batches.map((batch) => (
          <li key={batch.id} className="rounded-md border border-line">
            <p className="flex flex-wrap justify-between gap-x-4 border-b border-line px-3 py-2 text-sm">
              <span className="font-medium">{batch.title}</span>
              <span className="text-ink-3">
                {batch.cancelled_at ? `Withdrawn: ${batch.cancellation_reason ?? "no reason given"}, ` : ""}
                <Time at={batch.cancelled_at ?? batch.resolved_at ?? batch.created_at} />
              </span>
            </p>
            <ul className="flex flex-col divide-y divide-line text-sm">
              {batch.rows.map((row) => (
                <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
                  <span className="min-w-0 break-words">{row.prompt}</span>
                  <span className="flex items-center gap-3 text-ink-2">
                    {row.assignee_name ?? row.assignee_email ?? "A former member"}
                    <Decision row={row} />
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decision({ row }: { row: ApprovalBatch["rows"][number] }) {
  if (row.decision === "approved") return <Status value="completed" word="Approved" />;
  if (row.decision === "rejected") return <Status value="failed" word="Rejected" />;
  return row.cancelled_at ? <Status value="canceled" word="Withdrawn" /> : <Status value="needs_input" word="Not decided" />;
}
