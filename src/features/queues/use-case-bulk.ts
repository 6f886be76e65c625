import { useWrite } from "#api/query.ts";
import type { CasePriority, CaseStatus } from "#contract/queues/case.ts";
import {
  bulkDeleteCases,
  bulkReprocessCases,
  bulkUpdateCasePriority,
  bulkUpdateCaseStatus,
  type Selection,
} from "#contract/queues/case-bulk.ts";

export type BulkAct =
  | { readonly kind: "status"; readonly status: CaseStatus }
  | { readonly kind: "priority"; readonly priority: CasePriority }
  | { readonly kind: "give"; readonly agentId: string; readonly agentName: string }
  | { readonly kind: "delete" };

export interface BulkResult {
  readonly done: number;
  /** Were so already, or are gone. */
  readonly skipped: number;
  readonly stoppedRuns: number;
}

const atOnce = 100;

/**
 * Changes many cases: those that are named, a hundred a request, or all that a list shows by one. `onStep` hears which of the named ones are
 * done. Throws when a request fails; what was done before stays done.
 */
export function useCaseBulk(queueId: string) {
  const also = { alsoStale: ["Queues", "Runs"] };
  const status = useWrite(bulkUpdateCaseStatus, also);
  const priority = useWrite(bulkUpdateCasePriority, also);
  const give = useWrite(bulkReprocessCases, also);
  const remove = useWrite(bulkDeleteCases, also);
  const params = { queue_id: queueId };

  const send = async (act: BulkAct, body: Selection): Promise<BulkResult> => {
    if (act.kind === "status") {
      const reply = await status.mutateAsync({ params, body: { ...body, status: act.status } });
      return { done: reply.updatedCount, skipped: reply.skippedCount, stoppedRuns: reply.interruptedRunIds.length };
    }
    if (act.kind === "priority") {
      const reply = await priority.mutateAsync({ params, body: { ...body, priority: act.priority } });
      return { done: reply.updatedCount, skipped: reply.skippedCount, stoppedRuns: 0 };
    }
    if (act.kind === "give") {
      const reply = await give.mutateAsync({ params, body: { ...body, agent_id: act.agentId } });
      return { done: reply.reprocessedCount, skipped: reply.skippedCount, stoppedRuns: reply.interruptedRunIds.length };
    }
    const reply = await remove.mutateAsync({ params, body });
    return { done: reply.deletedCount, skipped: reply.skippedCount, stoppedRuns: reply.interruptedRunIds.length };
  };
  return async (act: BulkAct, chosen: Selection | readonly string[], onStep: (ids: readonly string[]) => void): Promise<BulkResult> => {
    if (!isList(chosen)) return send(act, chosen);
    let sum: BulkResult = { done: 0, skipped: 0, stoppedRuns: 0 };
    for (let at = 0; at < chosen.length; at += atOnce) {
      const ids = chosen.slice(at, at + atOnce);
      const { done, skipped, stoppedRuns } = await send(act, { case_ids: ids });
      sum = { done: sum.done + done, skipped: sum.skipped + skipped, stoppedRuns: sum.stoppedRuns + stoppedRuns };
      onStep(ids);
    }
    return sum;
  };
}

function isList(chosen: Selection | readonly string[]): chosen is readonly string[] {
  return Array.isArray(chosen);
}
