import { retentionKinds } from "#contract/teams/retention.ts";
import { type Pulse, createPulse } from "#server/platform/db/pulse.ts";
import { removeExpiredSandboxes, removeOrphanedObjects } from "#server/runs/sandboxes/sandboxes.store.ts";
import { removeStaleAttachments } from "#server/queues/attachments/case-attachments.store.ts";
import { bringBackDue } from "#server/queues/dispatch/postponed.ts";
import { removeUnnamedBlobs } from "#server/agents/code/unnamed-blobs.ts";
import { settleObjects } from "#server/library/room/unconfirmed-objects.ts";
import { removeStaleUploads } from "#server/library/files/uploads.store.ts";
import { resumeInTurn } from "#server/engine/tools/child-runs.ts";
import { describe } from "#server/engine/describe.ts";
import { removeOldWorkers } from "#server/engine/claims/liveness.ts";
import { createOldRows } from "./old-rows.ts";
import { nothingWaits, removeByAge } from "#server/runs/retention/sweep.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const retentionWaiting = figure("caseload_retention_waiting", "What is older than its organization keeps it, by kind.", "kind");

/**
 * Folds the counts that were appended to a scope into one row for each kind. Readers see the same sums before, during and after. Only scopes
 * to which something was appended are read, and one process at a time does this for all.
 */
function fold(table: string, kind: string): string {
  return `
  with mine as materialized (select pg_try_advisory_xact_lock(hashtext('fold ${table}')) as ours),
  many as materialized (select distinct scope from ${table} where not folded and (select ours from mine) order by scope limit 1000),
  gone as (delete from ${table} c using many where c.scope = many.scope returning c.*)
  insert into ${table} (scope, ${kind}, n, changes, folded)
  select scope, ${kind}, sum(n), sum(changes), true from gone group by scope, ${kind}`;
}
export const foldRunCounts = fold("run_counts", "status");
const foldCaseCounts = fold("case_counts", "status, priority");
const foldStorageCounts = fold("storage_counts", "kind");

const everySecond = 1_000;
const everyMinute = 60_000;
const everyTenMinutes = 600_000;

/** What has to be done now and then. Every step can be cut off at any point and done by any process, and none waits for another. */
export function createHousekeeping(services: EngineServices) {
  const { pool } = services.store;
  const waiting = nothingWaits();
  services.metrics.ask(async () => retentionKinds.map((kind) => ({ figure: retentionWaiting, labels: { kind }, value: waiting[kind] })));
  let closed = false;
  const every = (ms: number, name: string, step: () => Promise<unknown>): Pulse => {
    const failed = (error: unknown) => {
      services.log.warn({ error: describe(error) }, `housekeeping: ${name}`);
      throw error;
    };
    return createPulse(ms, () => step().catch(failed));
  };
  const old = createOldRows(pool, () => closed);
  const pulses = [
    every(everySecond, "counts", () => pool.query(foldRunCounts)),
    every(everySecond, "counts of cases", () => pool.query(foldCaseCounts)),
    every(everySecond, "counts of storage", () => pool.query(foldStorageCounts)),
    every(everySecond, "postponed cases", () => bringBackDue(services)),
    // A process that ended between a run's end and this leaves the one that asked for it waiting.
    every(everySecond, "waiting runs", resumeInTurn(services)),
    every(everyMinute, "what is kept for a time", () => removeByAge(services, { closed: () => closed, waiting })),
    every(everyTenMinutes, "idempotency keys", old.keys),
    every(everyTenMinutes, "webhook deliveries", old.deliveries),
    every(everyTenMinutes, "events", old.events),
    every(everyTenMinutes, "jobs", old.jobs),
    every(everyTenMinutes, "jobs of teams", old.teamJobs),
    every(everyTenMinutes, "workers", () => pool.query(removeOldWorkers)),
    every(everyTenMinutes, "sandboxes", () => removeExpiredSandboxes(services)),
    every(everyTenMinutes, "uploads", () => removeStaleUploads(services)),
    every(everyTenMinutes, "attachments", () => removeStaleAttachments(services)),
    every(everyTenMinutes, "objects", () => removeOrphanedObjects(services)),
    every(everyTenMinutes, "program files", () => removeUnnamedBlobs(services)),
    every(everyTenMinutes, "unconfirmed objects", () => settleObjects(services)),
  ];
  return {
    async close(): Promise<void> {
      closed = true;
      await Promise.all(pulses.map((pulse) => pulse.close()));
    },
  };
}
