import type { EngineServices } from "#server/engine/services.ts";
import type { Work, Worker } from "#server/engine/work.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { type Fired, fireDue } from "./fire.ts";
import { dueWithin, findDue, nextDueIn, storeTime } from "./firings.store.ts";
import { tellFired } from "./tell-fired.ts";

/** What is due within so long has a timer: looks come further apart than times. */
const soonMs = 1_000;
/** So many fire in one transaction, which holds the rows of their agents for a third of a second. */
const portion = 1_000;
/** What could not fire is left as they were for so long, so that it holds up no other. A process starts with none. */
const restMs = 10_000;
/**
 * What somebody else holds is left as they were for so long, and in time for a quarter as long as it has been held. Most are held by a process that fires
 * them: should it be killed, another one is there soon.
 */
const firstRestMs = 100;

/** By the clock of `performance`. */
interface Rest {
  /** When it was first left as they were; of what failed, forever ago. */
  readonly since: number;
  readonly until: number;
}

/** Schedules that could not fire and are still due, and until when they rest. */
export type Resting = Map<string, Rest>;

interface Needs extends Pick<EngineServices, "store" | "log"> {
  /** How many due times of one person start in a minute. */
  readonly startsPerMinute: number;
}

/** Fires what is due up to `now`. Any number of processes may do so at once. Returns how many fired here, and whether more may be due. */
export async function fireRound(
  needs: Needs,
  now: string,
  tell: (fired: Fired) => void,
  resting: Resting = new Map(),
): Promise<{ readonly count: number; readonly more: boolean }> {
  const began = performance.now();
  const asleep = [...resting].flatMap(([id, { until }]) => (until > began ? [id] : []));
  const found = new Set(await findDue(needs.store.db, now, portion, { except: asleep, startsPerMinute: needs.startsPerMinute }));
  // What was dealt with elsewhere meanwhile is forgotten.
  for (const [id, { until }] of resting) if (until <= began && !found.has(id)) resting.delete(id);
  const fired = await fireAll(needs, [...found], now, resting);
  for (const one of fired) tell(one);
  const done = new Set(fired.map(({ schedule }) => schedule.id));
  for (const id of found)
    if (done.has(id)) resting.delete(id);
    else rest(resting, id);
  return { count: fired.length, more: found.size > 0 };
}

/** All together, and if that fails each by itself, so that one that cannot fire holds up no other. */
async function fireAll({ store, log, startsPerMinute }: Needs, ids: readonly string[], now: string, resting: Resting): Promise<Fired[]> {
  const together = (some: readonly string[]) => store.db.transaction((tx) => fireDue(tx, some, now, startsPerMinute));
  try {
    return ids.length === 0 ? [] : await together(ids);
  } catch (failure) {
    const fired: Fired[] = [];
    for (const id of ids)
      try {
        // Alone it would fail as it just did.
        if (ids.length === 1) throw failure;
        fired.push(...(await together([id])));
      } catch (error) {
        resting.set(id, { since: Number.NEGATIVE_INFINITY, until: performance.now() + restMs });
        log.warn({ schedule: id, error: describe(error) }, "could not fire a schedule");
      }
    return fired;
  }
}

function rest(resting: Resting, id: string): void {
  const now = performance.now();
  const { since = now, until = now } = resting.get(id) ?? {};
  if (until > now) return;
  resting.set(id, { since, until: now + Math.min(restMs, Math.max(firstRestMs, (now - since) / 4)) });
}

function createScheduleWorker(services: EngineServices): Worker {
  const resting: Resting = new Map();
  const needs = { ...services, startsPerMinute: services.config.scheduleStarts };
  const tell = (fired: Fired) => tellFired(services, fired);
  let due: NodeJS.Timeout | undefined;
  const loop = createWakeLoop(services, {
    name: "schedules",
    due: dueWithin(soonMs),
    round: async () => {
      const { more } = await fireRound(needs, await storeTime(services.store.db), tell, resting);
      if (more) return true;
      const soon = await nextAfter(needs, resting);
      clearTimeout(due);
      if (soon !== undefined) due = setTimeout(loop.wake, soon);
      return false;
    },
  });
  return {
    wake: loop.wake,
    close() {
      clearTimeout(due);
      return loop.close();
    },
  };
}

/** When to look without being told: as the next one is due, or has rested. In milliseconds. */
async function nextAfter({ store, startsPerMinute }: Needs, resting: Resting): Promise<number | undefined> {
  const awake = [...resting.values()].map(({ until }) => until - performance.now());
  const next = await nextDueIn(store.db, soonMs, { except: [...resting.keys()], startsPerMinute });
  const soonest = Math.min(next ?? soonMs, ...awake);
  return soonest < soonMs ? Math.max(0, Math.ceil(soonest)) : undefined;
}

export const scheduleWork: Work = { name: "schedules", start: createScheduleWorker };
