import type { Leased } from "./lease-loop.ts";

type LeasedTable = "runs" | "builder_runs" | "artifact_turns" | "clarity_generations" | "clarity_exports" | "sample_workspaces";

/** What a worker holds. */
export const heldBy = (table: LeasedTable) => `select id, lease from ${table} where worker_id = $1 and status in ('starting', 'running')`;

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
