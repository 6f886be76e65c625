import type { ApprovalBatch } from "#contract/queues/case.ts";
import { ApprovalBatchCard } from "./approval-batch.tsx";

/** What runs asked people to decide about a case, newest first. */
export function CaseApprovals({ batches }: { batches: readonly ApprovalBatch[] }) {
  return (
    <section aria-label="Approvals">
      <h2 className="mb-2 font-semibold">Approvals</h2>
      <ul className="flex flex-col gap-3">
        {batches.map((batch) => (
          <li key={batch.id}>
            <ApprovalBatchCard batch={batch} />
          </li>
        ))}
      </ul>
    </section>
  );
}
