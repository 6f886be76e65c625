import { getTableColumns } from "drizzle-orm";
import { builderRuns } from "#server/db/tables/builder-runs.ts";
import { describe } from "./describe.ts";
import type { ClaimedBuilderRun } from "./builder-log.ts";
import { advanceBuilder } from "./builder-step.ts";
import { createLeaseLoop, type Leased, type LeaseLoop, leaseSeconds } from "./lease-loop.ts";
import type { EngineServices } from "./services.ts";

const columns = Object.keys(getTableColumns(builderRuns))
  .map((name) => `r.${name}`)
  .join(", ");

/** Takes due builder runs out of the store: new ones, answered ones, those that wait out a fault, and those of a dead worker. */
export function createBuilderQueue(services: EngineServices): LeaseLoop {
  const { pool } = services.store;
  const setLeases = async (held: readonly Leased[], seconds: number): Promise<Leased[]> => {
    const kept = await pool.query<Leased>(
      `update builder_runs set lease_until = now() + make_interval(secs => $3) from unnest($1::uuid[], $2::int[]) as h(held_id, held_lease)
       where id = held_id and lease = held_lease and status = 'running' returning id, lease`,
      [held.map((r) => r.id), held.map((r) => r.lease), seconds],
    );
    return kept.rows;
  };
  return createLeaseLoop<ClaimedBuilderRun>(
    {
      capacity: 16,
      async claim(limit) {
        const result = await pool.query<ClaimedBuilderRun>({
          name: "claim-builder-runs",
          text: `with due as (
              select id from builder_runs where status in ('not_started', 'running') and (status = 'not_started' or lease_until <= now())
              order by created_at, id limit $1 for update skip locked)
            update builder_runs r set status = 'running', lease = r.lease + 1, lease_until = now() + make_interval(secs => $2),
              started_at = coalesce(r.started_at, $3), updated_at = now()
            from due, revisions b, agents a where r.id = due.id and b.id = r.build_id and a.id = r.agent_id
            returning ${columns}, b.config, a.name as agent_name, a.type`,
          values: [limit, leaseSeconds, services.clock().toISOString()],
        });
        for (const run of result.rows) services.live.publish({ teamId: run.team_id, topic: "builder_runs", id: run.build_id });
        return result.rows;
      },
      work: (run, signal) => advanceBuilder(services, run, signal),
      prolong: (held) => setLeases(held, leaseSeconds),
      release: async (held) => void (await setLeases(held, 0)),
    },
    { log: services.log, describe },
  );
}
