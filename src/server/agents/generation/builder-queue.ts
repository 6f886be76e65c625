import { getTableColumns } from "drizzle-orm";
import { builderRuns } from "./builder-runs.table.ts";
import { describe } from "#server/platform/work/describe.ts";
import type { ClaimedBuilderRun } from "./builder-log.ts";
import { advanceBuilder } from "./builder-step.ts";
import { noteClaims } from "#server/engine/claims/note-claims.ts";
import { type Leased, type LeaseLoop, createLeaseLoop } from "#server/engine/claims/lease-loop.ts";
import { dueIn, heldBy, pairsOf, release, someHeld } from "#server/engine/claims/lease-sql.ts";
import { type Liveness, dead, lives, takesOver } from "#server/engine/claims/liveness.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";

const columns = Object.keys(getTableColumns(builderRuns))
  .map((name) => `r.${name}`)
  .join(", ");

const builderPlaces = 16;

/** Takes due builder runs out of the store: new ones, answered ones, those that wait out a fault, and those of a dead worker. */
function createBuilderQueue(services: EngineServices, liveness: Liveness): LeaseLoop {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedBuilderRun>(
    {
      capacity: builderPlaces,
      due: dueIn("builder_runs", "not_started"),
      held: someHeld("builder_runs"),
      async claim(limit, workerId) {
        const result = await pool.query<ClaimedBuilderRun>({
          text: `with due as (
              select id, case when worker_id in (${dead}) then worker_id end as taken_from from builder_runs where status in ('not_started', 'running') and ${lives}
                and (status = 'not_started' or (worker_id in (${dead}) and ${takesOver}) or (worker_id is null and next_attempt_at <= now()))
              order by created_at, id limit ${unseen("$1::int")} for update skip locked)
            update builder_runs r set status = 'running', lease = r.lease + 1, worker_id = $2, next_attempt_at = null, silent_since = null,
              started_at = coalesce(r.started_at, now()), updated_at = now()
            from due, revisions b, agents a where r.id = due.id and b.id = r.build_id and a.id = r.agent_id
            returning ${columns}, b.config, a.name as agent_name, a.type, due.taken_from`,
          values: [limit, workerId],
        });
        noteClaims(services, "generation", result.rows);
        for (const run of result.rows) services.live.publish({ teamId: run.team_id, topic: "builder_run", id: run.build_id });
        return result.rows;
      },
      work: (run, signal) => advanceBuilder(services, run, signal),
      heldBy: async (workerId) => (await pool.query<Leased>(heldBy("builder_runs"), [workerId])).rows,
      release: async (workerId, held) => void (await pool.query(release("builder_runs"), [workerId, ...pairsOf(held)])),
    },
    { ...services, liveness, describe },
  );
}

export const generations: Work = {
  name: "generations",
  start: createBuilderQueue,
  places: { kind: "generation", most: () => builderPlaces },
};
