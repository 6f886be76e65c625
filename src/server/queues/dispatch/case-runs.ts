import type { LiveBus } from "#server/platform/live/live-bus.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";

/** Tells screens that the cases of runs may have come into another state. Call it after the commit. */
export function casesMoved(live: LiveBus, runs: readonly Pick<RunRecord, "team_id" | "case_queue_id" | "case_queue_item_id">[]): void {
  for (const [queueId, ofQueue] of Map.groupBy(runs, (run) => run.case_queue_id)) {
    const ids = ofQueue.flatMap((run) => run.case_queue_item_id ?? []);
    if (queueId && ids.length > 0) casesChanged(live, ofQueue[0]?.team_id ?? "", queueId, ids);
  }
}

/** As {@link casesMoved}, for one run. */
export function caseMoved(live: LiveBus, run: Parameters<typeof casesMoved>[1][number]): void {
  casesMoved(live, [run]);
}
