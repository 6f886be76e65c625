import { changesBetween } from "#contract/clarity/flow/step-changes.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type SnapshotRecord, settledStatus } from "./snapshots.store.ts";

/** Whether an edit of the baseline is one of the live version: of it, or of a draft that was made from it. */
export function isCurrent(baseline: SnapshotRecord, live: SnapshotRecord | undefined): boolean {
  const base = baseline.status === "draft" ? baseline.parent_id : baseline.id;
  return base === (live?.id ?? null);
}

/** Throws unless it is, with the steps that differ. */
export function requireCurrent(baseline: SnapshotRecord, live: SnapshotRecord | undefined): void {
  if (isCurrent(baseline, live)) return;
  const differing = changesBetween(baseline.data.steps, live?.data.steps ?? []);
  throw refuse("overtaken", undefined, {
    live_snapshot_id: live?.id ?? null,
    differing: differing.map(({ stepId, title, kind }) => ({ step_id: stepId, title, change: kind })),
  });
}

/** What a process is after one of its versions changed. The caller holds it, and nothing is under way. */
export async function settleProcess(db: Db, processId: string): Promise<void> {
  await patchProcess(db, processId, { status: await settledStatus(db, processId), generation_error: null });
}
