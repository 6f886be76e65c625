import { getTableColumns } from "drizzle-orm";
import { artifactTurns } from "#server/dashboards/dashboards.table.ts";
import { type Leased, type LeaseLoop, createLeaseLoop } from "#server/engine/claims/lease-loop.ts";
import { dueIn, heldBy, pairsOf, release, someHeld } from "#server/engine/claims/lease-sql.ts";
import { type Liveness, dead, lives } from "#server/engine/claims/liveness.ts";
import { noteClaims } from "#server/engine/claims/note-claims.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { unseen } from "#server/platform/db/planned-client.ts";
import { describe } from "#server/platform/work/describe.ts";
import { type ClaimedTurn, turnChanged } from "./turn-log.ts";
import { advanceTurn } from "./turn-step.ts";

const columns = Object.keys(getTableColumns(artifactTurns))
  .map((name) => `r.${name}`)
  .join(", ");

const turnPlaces = 16;

/**
 * Takes due turns out of the store: new ones, those that wait out a fault, and those of a dead worker. A dashboard that a request has locked is left
 * for the next look: who locks both locks the dashboard first.
 */
function createTurnQueue(services: EngineServices, liveness: Liveness): LeaseLoop {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedTurn>(
    {
      capacity: turnPlaces,
      due: dueIn("artifact_turns", "not_started"),
      held: someHeld("artifact_turns"),
      async claim(limit, workerId) {
        const { rows } = await pool.query<ClaimedTurn>({
          text: `with due as (
              select t.id, a.id as artifact, a.created_by_user_id, a.visibility, case when t.worker_id in (${dead}) then t.worker_id end as taken_from
              from artifact_turns t join artifacts a on a.id = t.artifact_id where t.status in ('not_started', 'running') and ${lives}
                and (t.status = 'not_started' or t.worker_id in (${dead}) or (t.worker_id is null and t.next_attempt_at <= now()))
              order by t.created_at, t.id limit ${unseen("$1::int")} for no key update of t, a skip locked),
            shown as (update artifacts a set status = 'running' from due where a.id = due.artifact and a.status <> 'running')
            update artifact_turns r set status = 'running', lease = r.lease + 1, worker_id = $2, next_attempt_at = null,
              started_at = coalesce(r.started_at, now()), updated_at = now()
            from due where r.id = due.id returning ${columns}, due.created_by_user_id, due.visibility, due.taken_from`,
          values: [limit, workerId],
        });
        noteClaims(services, "generation", rows);
        for (const turn of rows) turnChanged(services, turn.artifact_id, turn);
        return rows;
      },
      work: (turn, signal) => advanceTurn(services, turn, signal),
      heldBy: async (workerId) => (await pool.query<Leased>(heldBy("artifact_turns"), [workerId])).rows,
      release: async (workerId, held) => void (await pool.query(release("artifact_turns"), [workerId, ...pairsOf(held)])),
    },
    { ...services, liveness, describe },
  );
}

export const dashboardTurns: Work = {
  name: "dashboard turns",
  start: createTurnQueue,
  places: { kind: "generation", most: () => turnPlaces },
};
