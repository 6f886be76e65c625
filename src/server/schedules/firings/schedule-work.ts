import type { EngineServices } from "#server/engine/services.ts";
import type { Work, Worker } from "#server/engine/work.ts";
import { isLockTaken } from "#server/platform/db/lock-taken.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { type Fired, fireDue } from "./fire.ts";
import { findDue, storeTime } from "./firings.store.ts";
import { tellFired } from "./tell-fired.ts";

/** Times come by themselves: each process looks every second. */
const pollMs = 1_000;
/** So many are looked for at once; each fires in a transaction of its own. */
const portion = 100;
/** So many at the same time in one process. */
const lanes = 4;
/** What could not fire is left alone for so long, so that it holds up no other. A process starts with none. */
const restMs = 10_000;

/** Schedules that could not fire, agents whose rows others hold, and until when they rest, by the clock of `performance`. */
export type Resting = Map<string, number>;

/** Fires what is due up to `now`. Any number of processes may do so at once. Returns how many fired here, and whether more may be due. */
export async function fireRound(
  { store, log }: Pick<EngineServices, "store" | "log">,
  now: string,
  tell: (fired: Fired) => void,
  resting: Resting = new Map(),
): Promise<{ readonly count: number; readonly more: boolean }> {
  for (const [id, until] of resting) if (until <= performance.now()) resting.delete(id);
  const found = await findDue(store.db, now, portion, [...resting.keys()]);
  const due = found.values();
  let count = 0;
  async function lane(): Promise<void> {
    for (const { id, agentId } of due) {
      if (resting.has(agentId)) continue;
      try {
        const fired = await store.db.transaction((tx) => fireDue(tx, id, now));
        if (!fired) continue;
        count += 1;
        tell(fired);
      } catch (error) {
        resting.set(isLockTaken(error) ? agentId : id, performance.now() + restMs);
        log.warn({ schedule: id, error: describe(error) }, "could not fire a schedule");
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return { count, more: count > 0 || found.length === portion };
}

function createScheduleWorker(services: EngineServices): Worker {
  const resting: Resting = new Map();
  const tell = (fired: Fired) => tellFired(services, fired);
  return createWakeLoop(services, {
    name: "schedules",
    pollMs,
    round: async () => (await fireRound(services, await storeTime(services.store.db), tell, resting)).more,
  });
}

export const scheduleWork: Work = { name: "schedules", start: createScheduleWorker };
