import { getTableColumns } from "drizzle-orm";
import { type Leased, type LeaseLoop, createLeaseLoop } from "#server/engine/claims/lease-loop.ts";
import { dueIn, heldBy, pairsOf, release, someHeld } from "#server/engine/claims/lease-sql.ts";
import { type Liveness, dead, lives } from "#server/engine/claims/liveness.ts";
import { noteClaims } from "#server/engine/claims/note-claims.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import { describe } from "#server/platform/work/describe.ts";
import { advanceGeneration } from "./generation-step.ts";
import { clarityGenerations } from "./generations.table.ts";
import type { ClaimedGeneration } from "./generations.store.ts";

const columns = Object.keys(getTableColumns(clarityGenerations))
  .map((name) => `r.${name}`)
  .join(", ");

const generationPlaces = 8;

/** Takes due generations out of the store: new ones, those that wait out a fault, and those of a dead worker. */
function createGenerationQueue(services: EngineServices, liveness: Liveness): LeaseLoop {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedGeneration>(
    {
      capacity: generationPlaces,
      due: dueIn("clarity_generations", "not_started"),
      held: someHeld("clarity_generations"),
      async claim(limit, workerId) {
        const { rows } = await pool.query<ClaimedGeneration>({
          text: `with due as (
              select g.id, case when g.worker_id in (${dead}) then g.worker_id end as taken_from from clarity_generations g
              where ${lives} and (g.status = 'not_started' or g.worker_id in (${dead}) or (g.worker_id is null and g.next_attempt_at <= now()))
              order by g.created_at, g.id limit ${unseen("$1::int")} for no key update of g skip locked)
            update clarity_generations r set status = 'running', lease = r.lease + 1, worker_id = $2, next_attempt_at = null, updated_at = now()
            from due where r.id = due.id returning ${columns}, due.taken_from`,
          values: [limit, workerId],
        });
        noteClaims(services, "generation", rows);
        return rows;
      },
      work: (generation, signal) => advanceGeneration(services, generation, signal),
      heldBy: async (workerId) => (await pool.query<Leased>(heldBy("clarity_generations"), [workerId])).rows,
      release: async (workerId, held) => void (await pool.query(release("clarity_generations"), [workerId, ...pairsOf(held)])),
    },
    { ...services, liveness, describe },
  );
}

export const clarityGenerationWork: Work = {
  name: "clarity generations",
  start: createGenerationQueue,
  places: { kind: "generation", most: () => generationPlaces },
};
