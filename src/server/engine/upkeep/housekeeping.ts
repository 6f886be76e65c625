import { type SQL, sql } from "drizzle-orm";
import { type CountsTable, foldingIsOurs } from "#server/platform/db/locks.ts";
import { type Pulse, createPulse } from "#server/platform/db/pulse.ts";
import { resumeInTurn, someWait } from "#server/engine/tools/child-runs.ts";
import { describe } from "#server/platform/work/describe.ts";
import { removeOldWorkers } from "#server/engine/claims/liveness.ts";
import { createOldRows } from "./old-rows.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { everySecond, everyTenMinutes, type Sweep } from "#server/engine/work.ts";

/**
 * Folds the counts that were appended to a scope into one row for each kind. Readers see the same sums before, during and after. Only scopes
 * to which something was appended are read, and one process at a time does this for all.
 */
function fold(table: CountsTable, kind: string): string {
  return `
  with mine as materialized (select ${foldingIsOurs(table)} as ours),
  many as materialized (select distinct scope from ${table} where not folded and (select ours from mine) order by scope limit 1000),
  gone as (delete from ${table} c using many where c.scope = many.scope returning c.*)
  insert into ${table} (scope, ${kind}, n, changes, folded)
  select scope, ${kind}, sum(n), sum(changes), true from gone group by scope, ${kind}`;
}
export const foldRunCounts = fold("run_counts", "status");
const foldCaseCounts = fold("case_counts", "status, priority");
const foldStorageCounts = fold("storage_counts", "kind");

const unfolded = (table: CountsTable): SQL => sql.raw(`exists (select from ${table} where not folded)`);

/** What has to be done now and then. Every step can be cut off at any point and done by any process, and none waits for another. */
export function createHousekeeping(services: EngineServices, sweeps: readonly Sweep[]) {
  const { pool } = services.store;
  let closed = false;
  const every = (ms: number, name: string, step: () => Promise<unknown>): Pulse => {
    const failed = (error: unknown) => {
      services.log.warn({ error: describe(error) }, `housekeeping: ${name}`);
      throw error;
    };
    return createPulse(ms, () => step().catch(failed), { begins: services.begins() });
  };
  /** As often at most, and only when there is something to do. */
  const whenDue = (due: SQL, ms: number, name: string, step: () => Promise<unknown>): Pulse => {
    let isDue = false;
    const unfollow = services.looks.follow(due, () => void (isDue = true));
    const pulse = every(ms, name, async () => {
      if (!isDue) return;
      isDue = false;
      await step();
    });
    return {
      ...pulse,
      close() {
        unfollow();
        return pulse.close();
      },
    };
  };
  const old = createOldRows(pool, services.events, () => closed);
  const pulses = [
    whenDue(unfolded("run_counts"), everySecond, "counts", () => pool.query(foldRunCounts)),
    whenDue(unfolded("case_counts"), everySecond, "counts of cases", () => pool.query(foldCaseCounts)),
    whenDue(unfolded("storage_counts"), everySecond, "counts of storage", () => pool.query(foldStorageCounts)),
    // A process that ended between a run's end and this leaves the one that asked for it waiting.
    whenDue(someWait, everySecond, "waiting runs", resumeInTurn(services)),
    every(everyTenMinutes, "idempotency keys", old.keys),
    every(everyTenMinutes, "webhook deliveries", old.deliveries),
    every(everyTenMinutes, "events", old.events),
    every(everyTenMinutes, "jobs", old.jobs),
    every(everyTenMinutes, "jobs of teams", old.teamJobs),
    every(everyTenMinutes, "workers", () => pool.query(removeOldWorkers)),
    ...sweeps.map(({ due, every: ms, name, start }) => {
      const step = start(services, () => closed);
      return due ? whenDue(due, ms, name, step) : every(ms, name, step);
    }),
  ];
  return {
    async close(): Promise<void> {
      closed = true;
      await Promise.all(pulses.map((pulse) => pulse.close()));
    },
  };
}
