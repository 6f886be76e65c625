import { useQuery } from "@tanstack/react-query";
import type { RunDetails } from "#contract/runs/run.ts";
import { caseRead } from "#features/queues/case-queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { ApprovalBatchCard } from "./approval-batch.tsx";

/** What a waiting run wants decided about its case, on the run's own page. */
export function RunApprovals({ run }: { run: RunDetails }) {
  return run.status === "waiting" && run.case ? <OfCase run={run} caseId={run.case.id} /> : null;
}

function OfCase({ run, caseId }: { run: RunDetails; caseId: string }) {
  const found = useQuery(caseRead(caseId));
  return (
    <Loaded query={found} what="what this run asks about its case" inline>
      {({ approvalBatches }) => {
        const open = approvalBatches.filter((batch) => batch.agent_run_id === run.id && !batch.resolved_at && !batch.cancelled_at);
        if (open.length === 0) return null;
        return (
          <section aria-label="Approvals" className="flex flex-col gap-3 px-3 pt-3">
            {open.map((batch) => (
              <ApprovalBatchCard key={batch.id} batch={batch} />
            ))}
          </section>
        );
      }}
    </Loaded>
  );
}
