import { removeExpiredSandboxes, removeOrphanedObjects } from "#server/runs/sandboxes.store.ts";
import { resumeAll } from "./child-runs.ts";
import { describe } from "./advance.ts";
import type { EngineServices } from "./services.ts";

/** Folds the appended counts of each scope and status into one row. Readers see the same sums before, during and after. */
const foldCounts = `
  with gone as (
    delete from run_counts c using (select scope from run_counts group by scope, status having count(*) > 1) many
    where c.scope = many.scope returning c.scope, c.status, c.n, c.changes)
  insert into run_counts (scope, status, n, changes) select scope, status, sum(n), sum(changes) from gone group by scope, status`;

const everySecond = 1_000;
const everyTenMinutes = 600_000;

/** What has to be done now and then. Every step can be cut off at any point and done by any process. */
export function createHousekeeping(services: EngineServices) {
  let running: Promise<unknown> = Promise.resolve();
  const attempt = (name: string, step: () => Promise<unknown>) => {
    running = running.then(step).catch((error: unknown) => services.log.warn({ error: describe(error) }, `housekeeping: ${name}`));
  };
  const fold = setInterval(() => {
    attempt("counts", () => services.store.pool.query(foldCounts));
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
    attempt("sandboxes", () => removeExpiredSandboxes(services));
    attempt("objects", () => removeOrphanedObjects(services));
  }, everyTenMinutes);
  return {
    async close(): Promise<void> {
      clearInterval(fold);
      clearInterval(clean);
      await running;
    },
  };
}
