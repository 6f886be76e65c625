import type { LiveBus } from "#server/http/live-bus.ts";
import { casesChanged } from "#server/queues/case-changes.ts";
import type { RunRecord } from "#server/engine/run-log.ts";

/** Tells screens that the case of a run may have come into another state. Call it after the commit. */
export function caseMoved(live: LiveBus, run: Pick<RunRecord, "team_id" | "case_queue_id" | "case_queue_item_id">): void {
  if (run.case_queue_id && run.case_queue_item_id) casesChanged(live, run.team_id, run.case_queue_id, [run.case_queue_item_id]);
}
