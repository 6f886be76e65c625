import { titleOfDue } from "#contract/schedules/timing-words.ts";
import { sql } from "drizzle-orm";
import { scheduleSource } from "#contract/runs/run.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type Happening, record } from "#server/platform/events/record.ts";
import { insertRuns } from "#server/runs/runs/runs.store.ts";
import { countMissing, forgetMissing, schedulesMissing } from "#server/schedules/missing/missing-connections.store.ts";
import { roleOf } from "#server/schedules/owner-role.ts";
import {
  type NewFiring,
  type Owned,
  type ScheduleRecord,
  claimDue,
  findOwners,
  insertFirings,
  schedulesAtWork,
  setNext,
} from "./firings.store.ts";
import { type FiringPlan, planFirings } from "./plan-firings.ts";

/** What is told once the transaction is durable. */
export interface Fired {
  readonly schedule: ScheduleRecord;
  readonly teamId: string;
  readonly runs: readonly RunRecord[];
}

/** A schedule with what is to be done about its due times. */
interface Due {
  readonly schedule: ScheduleRecord;
  readonly owned: Owned;
  readonly plan: FiringPlan;
}

/** As many start together: what was asleep for days may have more to catch up with than one transaction should hold. */
const mostStarts = 1_000;

/** Fires those of some schedules that are due, except where somebody else holds them or their agents: nobody waits for another's row. */
export async function fireDue(tx: Db, ids: readonly string[], now: string, startsPerMinute: number): Promise<Fired[]> {
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  return fire(tx, await claimDue(tx, ids, now), now, startsPerMinute);
}

/**
 * Deals with every due time of some schedules up to `now`, in the caller's transaction, which holds their rows: starts what is to start, writes
 * down what came of the others, and sets the next due times. All of it, or nothing; what comes behind
 * {@link mostStarts}, or behind what one person may start, stays due.
 */
export async function fire(
  tx: Db,
  schedules: readonly ScheduleRecord[],
  now: string,
  startsPerMinute = Number.POSITIVE_INFINITY,
): Promise<Fired[]> {
  const ids = schedules.flatMap(({ id, next_fire_at: at }) => (at !== null && at <= now ? [id] : []));
  if (ids.length === 0) return [];
  const owners = await findOwners(tx, ids);
  let starts = 0;
  const ofPeople = new Map<string, number>();
  const due = schedules.flatMap((schedule): Due[] => {
    const [owned, at] = [owners.get(schedule.id), schedule.next_fire_at];
    const ofPerson = ofPeople.get(schedule.user_id) ?? 0;
    if (!owned || at === null || starts >= mostStarts || ofPerson >= startsPerMinute) return [];
    const plan = planFirings(schedule, at, now);
    starts += plan.starts.length;
    ofPeople.set(schedule.user_id, ofPerson + plan.starts.length);
    return [{ schedule, owned, plan }];
  });
  const alone = due.flatMap(({ schedule: { id, overlap } }) => (overlap === "skip" ? [id] : []));
  const inTheWay = {
    atWork: alone.length > 0 ? await schedulesAtWork(tx, alone) : new Set<string>(),
    missing: await schedulesMissing(tx, ids),
  };
  const dealt = due.map((one) => ({ ...one, firings: firingsOf(one, inTheWay) }));
  const runs = await startRuns(tx, dealt);
  await insertFirings(
    tx,
    dealt.flatMap(({ firings }) => firings),
  );
  await setNext(
    tx,
    due.map(({ schedule: { id }, plan: { next } }) => ({ id, next })),
  );
  await noteMissing(tx, dealt);
  await record(tx, scheduleEvents, ...dealt.flatMap(happened));
  return dealt.map(({ schedule, owned, firings }) => {
    return { schedule, teamId: owned.team_id, runs: firings.flatMap(({ run_id }) => runs.get(run_id ?? "") ?? []) };
  });
}

interface Dealt extends Due {
  readonly firings: readonly NewFiring[];
}

interface InTheWay {
  /** Of those that start nothing beside a run at work. */
  readonly atWork: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

/** The rows of a schedule's due times. What starts has the id that its run will have. */
function firingsOf({ schedule, owned, plan }: Due, { atWork, missing }: InTheWay): NewFiring[] {
  const { id: schedule_id, overlap } = schedule;
  let busy = atWork.has(schedule_id);
  const starts = plan.starts.map((due_at): NewFiring => {
    const row = (outcome: NewFiring["outcome"]) => ({ schedule_id, due_at, outcome });
    if (!roleOf(owned)) return row("owner_left");
    if (busy) return row("overlap");
    if (missing.has(schedule_id)) return row("missing_connection");
    if (!owned.live) return row("no_live");
    busy = overlap === "skip";
    return { ...row("started"), run_id: newId() };
  });
  if (!plan.missed) return starts;
  const { from, to, count } = plan.missed;
  return [{ schedule_id, due_at: from, outcome: "missed", count, last_due_at: to }, ...starts];
}

async function startRuns(tx: Db, dealt: readonly Dealt[]): Promise<Map<string, RunRecord>> {
  const wanted = dealt.flatMap(({ schedule, owned: { team_id }, firings }) => {
    const { agent_id, user_id } = schedule;
    const titled = (due_at: string) => ({ agent_id, team_id, user_id, title: titleOfDue(schedule, due_at) });
    return firings.flatMap(({ run_id, due_at }) => (run_id === undefined ? [] : [{ id: run_id, ...titled(due_at) }]));
  });
  const runs = await insertRuns(tx, scheduleSource, wanted);
  // Without its lock an agent can lose its live revision between two statements: the round is made again.
  if (runs.length < wanted.length) throw new Error("A live revision went while its schedules fired.");
  return new Map(runs.map((run) => [run.id, run]));
}

/** A start forgets the failures before it; a start that a missing connection prevented is counted. */
async function noteMissing(tx: Db, dealt: readonly Dealt[]): Promise<void> {
  const came = (outcome: NewFiring["outcome"]) => dealt.filter(({ firings }) => firings.some((firing) => firing.outcome === outcome));
  await forgetMissing(
    tx,
    "schedules",
    came("started").map(({ schedule: { id } }) => id),
  );
  for (const { schedule, owned } of came("missing_connection"))
    await countMissing(tx, "schedules", { id: schedule.id, agent_id: schedule.agent_id, team_id: owned.team_id });
}

function happened({ schedule, owned, firings }: Dealt): Happening<"schedule.fired" | "schedule.not_fired">[] {
  const about = { team: owned.team_id, actor: { kind: "service" }, subject: schedule.id } as const;
  const { agent_id } = schedule;
  return firings.map(({ due_at, outcome, run_id, count = 1 }) =>
    run_id === undefined
      ? { ...about, type: "schedule.not_fired", data: { agent_id, due_at, outcome, count } }
      : { ...about, type: "schedule.fired", data: { agent_id, run_id, due_at } },
  );
}
