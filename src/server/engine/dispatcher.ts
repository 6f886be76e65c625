import { getTableColumns } from "drizzle-orm";
import type pg from "pg";
import { runs } from "#server/db/tables/runs.ts";
import { advance } from "./advance.ts";
import { describe } from "./describe.ts";
import { type Leased, type LeaseLoop, createLeaseLoop } from "./lease-loop.ts";
import { heldBy, pairsOf, release } from "./lease-sql.ts";
import { type Liveness, dead, lives } from "./liveness.ts";
import type { ClaimedRun } from "./run-log.ts";
import { afterEvent, afterWorkerEvent } from "./run-state.ts";
import type { EngineServices } from "./services.ts";

/** Takes due runs out of the store and works on them: the run's row is the queue. */
export function createDispatcher(services: EngineServices, liveness: Liveness): LeaseLoop {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedRun>(
    {
      capacity: 64,
      claim: (limit, workerId) => claim(pool, limit, workerId),
      work: (run, signal) => advance(services, run, signal),
      heldBy: async (workerId) => (await pool.query<Leased>(heldBy("runs"), [workerId])).rows,
      release: async (workerId, held) => void (await pool.query(release("runs"), [workerId, ...pairsOf(held)])),
    },
    { log: services.log, liveness, describe },
  );
}

const columns = Object.keys(getTableColumns(runs))
  .map((name) => `r.${name}`)
  .join(", ");

const claimed = afterEvent("pending", "claim");
const placed = afterWorkerEvent("place");

/**
 * A program begins once it has a place in a sandbox; a model needs none, so its run is placed with the claim. Instants are stored in
 * milliseconds, so that one of now may lie half of one ahead.
 */
async function claim(pool: pg.Pool, limit: number, workerId: string): Promise<ClaimedRun[]> {
  const result = await pool.query<ClaimedRun>({
    name: "claim-runs",
    text: `with lost as (
        select id, build_id, agent_id from runs where worker_id in (${dead}) and ${lives} limit $1 for update skip locked),
      waiting as (
        select id, build_id, agent_id from runs where due_at < now() + interval '1 ms' and ${lives} order by due_at, id limit $1 for update skip locked),
      due as (select * from lost union all select * from waiting limit $1)
      update runs r set status = case when b.config #> '{data,model}' is null then '${claimed}' else '${placed}' end, lease = r.lease + 1,
        worker_id = $2, next_attempt_at = null, started_at = coalesce(r.started_at, now()), updated_at = now()
      from due left join revisions b on b.id = due.build_id join agents a on a.id = due.agent_id
        left join lateral (
          select revision_fingerprint(b.id) as fingerprint, revision_inputs(a.team_id, b.config) as inputs
          where exists (select from revision_secrets s where s.revision_id = b.id)
            or exists (select from revision_logins l where l.revision_id = b.id)) seen on true
      where r.id = due.id returning ${columns}, b.config, b.handover_target_ids, b.handover_to, b.sub_agent_ids,
        a.agentic_memory_enabled as memory, seen.fingerprint, seen.inputs,
        exists (select from revision_slots s join revision_slot_queues q on q.slot_id = s.id where s.build_id = b.id) as has_queues`,
    values: [limit, workerId],
  });
  return result.rows;
}
