import { removeExpiredSandboxes, removeOrphanedObjects } from "#server/runs/sandboxes.store.ts";
import { removeOldJobs } from "#server/queues/case-jobs.store.ts";
import { removeStaleAttachments } from "#server/queues/case-attachments.store.ts";
import { bringBackDue } from "#server/queues/postponed.ts";
import { settleObjects } from "#server/library/unconfirmed-objects.ts";
import { removeStaleUploads } from "#server/library/uploads.store.ts";
import { resumeAll } from "./child-runs.ts";
import { describe } from "./describe.ts";
import { removeOldWorkers } from "./liveness.ts";
import type { EngineServices } from "./services.ts";

/** Folds the appended counts of each scope and kind into one row. Readers see the same sums before, during and after. */
function fold(table: string, kind: string): string {
  return `
  with gone as (
    delete from ${table} c using (select scope from ${table} group by scope, ${kind} having count(*) > 1) many
    where c.scope = many.scope returning c.*)
  insert into ${table} (scope, ${kind}, n, changes) select scope, ${kind}, sum(n), sum(changes) from gone group by scope, ${kind}`;
}
const foldRunCounts = fold("run_counts", "status");
const foldCaseCounts = fold("case_counts", "status, priority");
const foldStorageCounts = fold("storage_counts", "kind");

const everySecond = 1_000;
const everyTenMinutes = 600_000;

/** What has to be done now and then. Every step can be cut off at any point and done by any process. */
export function createHousekeeping(services: EngineServices) {
  let running: Promise<unknown> = Promise.resolve();
  const attempt = (name: string, step: () => Promise<unknown>) => {
    running = running.then(step).catch((error: unknown) => services.log.warn({ error: describe(error) }, `housekeeping: ${name}`));
  };
  const second = setInterval(() => {
    attempt("counts", () => services.store.pool.query(foldRunCounts));
    attempt("counts of cases", () => services.store.pool.query(foldCaseCounts));
    attempt("counts of storage", () => services.store.pool.query(foldStorageCounts));
    attempt("postponed cases", () => bringBackDue(services));
    // A process that ended between a run's end and this leaves the one that asked for it waiting.
    attempt("waiting runs", () => resumeAll(services));
  }, everySecond);
  const clean = setInterval(() => {
    attempt("idempotency keys", () =>
      services.store.pool.query("delete from idempotency_keys where created_at < now() - interval '24 hours'"),
    );
    attempt("webhook deliveries", () =>
      services.store.pool.query("delete from webhook_deliveries where next_attempt_at is null and created_at < now() - interval '30 days'"),
    );
    attempt("workers", () => services.store.pool.query(removeOldWorkers));
    attempt("jobs", () => services.store.pool.query(removeOldJobs));
    attempt("sandboxes", () => removeExpiredSandboxes(services));
    attempt("uploads", () => removeStaleUploads(services));
    attempt("attachments", () => removeStaleAttachments(services));
    attempt("objects", () => removeOrphanedObjects(services));
    attempt("unconfirmed objects", () => settleObjects(services));
  }, everyTenMinutes);
  return {
    async close(): Promise<void> {
      clearInterval(second);
      clearInterval(clean);
      await running;
    },
  };
}
