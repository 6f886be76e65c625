import { getTableColumns } from "drizzle-orm";
import { createLeaseLoop, type Leased, type LeaseLoop } from "#server/engine/claims/lease-loop.ts";
import { dueIn, heldBy, pairsOf, release, someHeld } from "#server/engine/claims/lease-sql.ts";
import { dead, type Liveness, lives } from "#server/engine/claims/liveness.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import { describe } from "#server/platform/work/describe.ts";
import { advanceExport } from "./export-step.ts";
import type { ClaimedExport } from "./exports.store.ts";
import { clarityExports } from "./exports.table.ts";

const columns = Object.keys(getTableColumns(clarityExports))
  .map((name) => `r.${name}`)
  .join(", ");

/** They wait for another service most of the time. */
const places = 4;

/** Takes due exports out of the store: new ones, those that wait out a fault, and those of a dead worker. */
function createExportQueue(services: EngineServices, liveness: Liveness): LeaseLoop {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedExport>(
    {
      capacity: places,
      due: dueIn("clarity_exports", "queued"),
      held: someHeld("clarity_exports"),
      async claim(limit, workerId) {
        const { rows } = await pool.query<ClaimedExport>({
          text: `with due as (
              select g.id, case when g.worker_id in (${dead}) then g.worker_id end as taken_from from clarity_exports g
              where ${lives} and (g.status = 'queued' or (g.status = 'running'
                and (g.worker_id in (${dead}) or (g.worker_id is null and g.next_attempt_at <= now()))))
              order by g.created_at, g.id limit ${unseen("$1::int")} for no key update of g skip locked)
            update clarity_exports r set status = 'running', lease = r.lease + 1, worker_id = $2, next_attempt_at = null, updated_at = now()
            from due where r.id = due.id returning ${columns}, due.taken_from`,
          values: [limit, workerId],
        });
        for (const { team_id: teamId, id } of rows) services.live.publish({ teamId, topic: "clarity_export", id });
        return rows;
      },
      work: (row, signal) => advanceExport(services, row, signal),
      heldBy: async (workerId) => (await pool.query<Leased>(heldBy("clarity_exports"), [workerId])).rows,
      release: async (workerId, held) => void (await pool.query(release("clarity_exports"), [workerId, ...pairsOf(held)])),
    },
    { ...services, liveness, describe },
  );
}

export const clarityExportWork: Work = { name: "clarity exports", start: createExportQueue };
