import { type SQL, sql } from "drizzle-orm";
import type { Leased } from "./lease-loop.ts";
import { dead } from "./liveness.ts";

type LeasedTable = "runs" | "builder_runs" | "artifact_turns" | "clarity_generations" | "clarity_exports" | "sample_workspaces";

/** What a worker holds. */
export const heldBy = (table: LeasedTable) => `select id, lease from ${table} where worker_id = $1 and status in ('starting', 'running')`;

/** Whether any worker, dead or not, holds something. */
export const someHeld = (table: LeasedTable): SQL => sql.raw(`exists (select from ${table} where worker_id is not null)`);

/** Whether a dead worker does. */
const heldByDead = (table: LeasedTable) => `exists (select from ${table} where worker_id in (${dead}))`;

/** Whether there is something to be taken: what waits in the status `fresh` for its first worker, or waited out a fault, or a dead worker held. */
export const dueIn = (table: LeasedTable, fresh?: string): SQL =>
  sql.raw(
    `(${fresh ? `exists (select from ${table} where status = '${fresh}') or ` : ""}${heldByDead(table)}
      or exists (select from ${table} where status = 'running' and worker_id is null and next_attempt_at <= now()))`,
  );

/** Makes rows due that a worker still holds. In the order of their ids, as whoever locks several: two would wait for each other otherwise. */
export const release = (table: LeasedTable) => `
  with held as (
    select t.id from ${table} t join unnest($2::uuid[], $3::int[]) as h(held_id, held_lease) on t.id = held_id and t.lease = held_lease
    where t.worker_id = $1 and t.status in ('starting', 'running') order by t.id for no key update of t)
  update ${table} t set worker_id = null, next_attempt_at = now() from held where t.id = held.id`;

/**
 * Takes back what the claims of these runs counted for, whoever holds them by now: their worker did not end with them. It lost the store, or was
 * told to end.
 */
export const excuse = `
  with gone as (
    select r.id from runs r join unnest($1::uuid[], $2::int[]) as h(held_id, held_lease) on r.id = h.held_id and r.lease >= h.held_lease
    where r.status in ('pending', 'starting', 'running') order by r.id for no key update of r)
  update runs r set claims = greatest(r.claims - 1, 0), excused_starts = least(r.excused_starts + $3::int, r.code_starts) from gone where r.id = gone.id`;

export const pairsOf = (held: readonly Leased[]) => [held.map(({ id }) => id), held.map(({ lease }) => lease)];
