import { getTableColumns } from "drizzle-orm";
import type pg from "pg";
import { runs } from "#server/db/tables/runs.ts";
import { advance } from "./advance.ts";
import { describe } from "./describe.ts";
import { createLeaseLoop, type Leased, type LeaseLoop, leaseSeconds } from "./lease-loop.ts";
import type { ClaimedRun } from "./run-log.ts";
import { afterEvent, afterWorkerEvent } from "./run-state.ts";
import type { EngineServices } from "./services.ts";

/** Takes due runs out of the store and works on them: the run's row is the queue. */
export function createDispatcher(services: EngineServices): LeaseLoop {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedRun>(
    {
      capacity: 64,
      claim: (limit) => claim(pool, limit),
      work: (run, signal) => advance(services, run, signal),
      prolong: (held) => setLeases(pool, held, leaseSeconds),
      release: async (held) => void (await setLeases(pool, held, 0)),
    },
    { log: services.log, describe },
  );
}

const columns = Object.keys(getTableColumns(runs))
  .map((name) => `r.${name}`)
  .join(", ");

const claimed = afterEvent("pending", "claim");
const placed = afterWorkerEvent("place");

/** A program begins once it has a place in a sandbox; a model needs none, so its run is placed with the claim. */
async function claim(pool: pg.Pool, limit: number): Promise<ClaimedRun[]> {
  const result = await pool.query<ClaimedRun>({
    name: "claim-runs",
    text: `with due as (
        select id, build_id, agent_id from runs where status in ('pending', 'starting', 'running')
          and ((status = 'pending' and (next_attempt_at is null or next_attempt_at <= now())) or (status <> 'pending' and lease_until < now()))
        order by created_at, id limit $1 for update skip locked)
      update runs r set status = case when b.config #> '{data,model}' is null then '${claimed}' else '${placed}' end, lease = r.lease + 1,
        lease_until = now() + make_interval(secs => $2), next_attempt_at = null, started_at = coalesce(r.started_at, now()), updated_at = now()
      from due left join revisions b on b.id = due.build_id join agents a on a.id = due.agent_id
        left join lateral (
          select revision_fingerprint(b.id) as fingerprint, revision_inputs(a.team_id, b.config) as inputs
          where exists (select from revision_secrets s where s.revision_id = b.id)
            or exists (select from revision_logins l where l.revision_id = b.id)) seen on true
      where r.id = due.id returning ${columns}, b.config, b.handover_target_ids, b.handover_to, b.sub_agent_ids,
        a.agentic_memory_enabled as memory, seen.fingerprint, seen.inputs,
        exists (select from revision_slots s join revision_slot_queues q on q.slot_id = s.id where s.build_id = b.id) as has_queues`,
    values: [limit, leaseSeconds],
  });
  return result.rows;
}

/** Lets leases that still hold end in so many seconds; returns them. */
async function setLeases(pool: pg.Pool, held: readonly Leased[], seconds: number): Promise<Leased[]> {
  const kept = await pool.query<Leased>(
    // In the order of their ids, as whoever holds several runs: two of them would wait for each other otherwise.
    `with held as (
       select r.id from runs r join unnest($1::uuid[], $2::int[]) as h(held_id, held_lease) on r.id = held_id and r.lease = held_lease
       where r.status in ('starting', 'running') order by r.id for no key update of r)
     update runs r set lease_until = now() + make_interval(secs => $3) from held where r.id = held.id returning r.id, r.lease`,
    [held.map((r) => r.id), held.map((r) => r.lease), seconds],
  );
  return kept.rows;
}
