import { useWrite } from "#api/query.ts";
import type { Reply } from "#contract/endpoint.ts";
import {
  bulkDeleteCases,
  bulkReprocessCases,
  bulkUpdateCasePriority,
  bulkUpdateCaseStatus,
  type Selection,
} from "#contract/queues/case-bulk.ts";
import { type CaseAct, startCaseJob } from "#contract/queues/case-jobs.ts";

export interface BulkAct {
  readonly act: CaseAct;
  /** Of the agent that they are given to. */
  readonly agentName?: string | null;
}

export interface BulkResult {
  readonly done: number;
  readonly unchanged: number;
  readonly gone: number;
  readonly stoppedRuns: number;
}

/** What one request takes by name. More of them, and all that fit a filter, are a job. */
const atOnce = 100;

/** Changes many cases: a few of them at once, many in a job, whose id is answered. */
export function useCaseBulk(queueId: string) {
  const status = useWrite(bulkUpdateCaseStatus);
  const priority = useWrite(bulkUpdateCasePriority);
  const give = useWrite(bulkReprocessCases);
  const remove = useWrite(bulkDeleteCases);
  const start = useWrite(startCaseJob);
  const params = { queue_id: queueId };

  const send = async (act: CaseAct, case_ids: string[]): Promise<BulkResult> => {
    switch (act.kind) {
      case "status": {
        const reply = await status.mutateAsync({ params, body: { case_ids, status: act.status } });
        return { done: reply.updatedCount, ...passedOver(reply), stoppedRuns: reply.interruptedRunIds.length };
      }
      case "priority": {
        const reply = await priority.mutateAsync({ params, body: { case_ids, priority: act.priority } });
        return { done: reply.updatedCount, ...passedOver(reply), stoppedRuns: 0 };
      }
      case "reprocess": {
        const reply = await give.mutateAsync({ params, body: { case_ids, agent_id: act.agent_id } });
        return { done: reply.reprocessedCount, ...passedOver(reply), stoppedRuns: reply.interruptedRunIds.length };
      }
      case "delete": {
        const reply = await remove.mutateAsync({ params, body: { case_ids } });
        return { done: reply.deletedCount, ...passedOver(reply), stoppedRuns: reply.interruptedRunIds.length };
      }
      // None is taken for another, least of all for a deletion.
      default:
        return act satisfies never;
    }
  };
  return async (act: CaseAct, { case_ids, ...selection }: Selection): Promise<BulkResult | { jobId: string }> => {
    if (case_ids && case_ids.length <= atOnce) return send(act, case_ids);
    const { job } = await start.mutateAsync({ params, body: { act, ...selection, ...(case_ids ? { case_ids } : {}) } });
    return { jobId: job.id };
  };
}

function passedOver({ skipped }: Pick<Reply<typeof bulkUpdateCasePriority>, "skipped">): { unchanged: number; gone: number } {
  const unchanged = skipped.filter(({ reason }) => reason === "unchanged").length;
  return { unchanged, gone: skipped.length - unchanged };
}

/** Whether a change of this selection is a job. */
export function isJob({ case_ids }: Selection): boolean {
  return case_ids === undefined || case_ids.length > atOnce;
}
