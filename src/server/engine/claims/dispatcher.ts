import { advance } from "#server/engine/advance.ts";
import { claimDueRuns, claimRuns, dueRuns } from "./claim-runs.ts";
import { describe } from "#server/platform/work/describe.ts";
import { type Leased, type LeaseLoop, createLeaseLoop } from "./lease-loop.ts";
import { excuse, heldBy, pairsOf, release, someHeld } from "./lease-sql.ts";
import type { Liveness } from "./liveness.ts";
import { noteClaims } from "./note-claims.ts";
import type { ClaimedRun, RunRecord } from "#server/engine/log/run-record.ts";
import type { StepServices } from "#server/engine/tools/tool.ts";

/** Runs of models in work at the same time in one process; most of them wait for an answer. */
export const modelPlaces = 64;

export interface Dispatcher extends LeaseLoop {
  /** This run may be due, or any run: looks at once. */
  wake(due?: Pick<RunRecord, "program">): void;
}

/**
 * Takes due runs out of the store and works on them: the run's row is the queue. Programs are taken apart from models, and only as many as
 * have a place in a sandbox: they would take the places of runs that need none.
 */
export function createDispatcher(services: StepServices, liveness: Liveness): Dispatcher {
  const models = createRunLoop(services, liveness, { programs: false, capacity: modelPlaces });
  const programs = createRunLoop(services, liveness, { programs: true, capacity: services.sandboxSlots.size });
  const loops = [models, programs];
  return {
    wake(due) {
      if (due?.program !== true) models.wake();
      if (due?.program !== false) programs.wake();
    },
    abort: (id) => loops.forEach((loop) => loop.abort(id)),
    held: () => loops.reduce((sum, loop) => sum + loop.held(), 0),
    close: async () => void (await Promise.all(loops.map((loop) => loop.close()))),
  };
}

function createRunLoop(services: StepServices, liveness: Liveness, { programs, capacity }: { programs: boolean; capacity: number }) {
  const { pool } = services.store;
  return createLeaseLoop<ClaimedRun>(
    {
      capacity,
      due: dueRuns(programs),
      held: someHeld("runs"),
      async claim(limit, workerId, held, dead) {
        const teams = [...Map.groupBy(held, (run) => run.team_id)];
        const values = [limit, workerId, programs, teams.map(([id]) => id), teams.map(([, runs]) => runs.length)];
        const { rows } = await pool.query<ClaimedRun>(dead ? claimRuns : claimDueRuns, values);
        noteClaims(services, programs ? "program" : "model", rows);
        return rows;
      },
      work: (run, signal) => advance(services, run, signal),
      heldBy: async (workerId) => (await pool.query<Leased>(`${heldBy("runs")} and program = $2`, [workerId, programs])).rows,
      // A program that is ended with the service begins again twice, as the specification has it.
      excuse: async (held, told) => void (await pool.query(excuse, [...pairsOf(held), told ? 0 : 1])),
      release: async (workerId, held) => void (await pool.query(release("runs"), [workerId, ...pairsOf(held)])),
    },
    { ...services, liveness, describe },
  );
}
