import { sql } from "drizzle-orm";
import { atLeast, effectiveRole } from "#contract/roles.ts";
import { scheduleSource } from "#contract/runs/run.ts";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type Happening, record } from "#server/platform/events/record.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import { countMissing, forgetMissing, missingConnections } from "#server/schedules/missing/missing-connections.store.ts";
import { type Owned, type ScheduleRecord, claimDue, findOwner, insertFiring, isAtWork, setNext } from "./firings.store.ts";
import { planFirings } from "./plan-firings.ts";

/** What is told once the transaction is durable. */
export interface Fired {
  readonly schedule: ScheduleRecord;
  readonly teamId: string;
  readonly runs: readonly RunRecord[];
}

/** Fires a schedule that is due, unless another process does. Undefined when there is nothing to do any more. */
export async function fireDue(tx: Db, id: string, now: string): Promise<Fired | undefined> {
  // A start waits for the row of its agent. A schedule that cannot have it soon comes again later: nobody else waits for that.
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  const schedule = await claimDue(tx, id, now);
  return schedule && fire(tx, schedule, now);
}

/**
 * Deals with every due time of a schedule up to `now`, in the caller's transaction, which holds its row: starts what is to start, writes down
 * what came of the others, and sets the next due time. All of it, or nothing.
 */
export async function fire(tx: Db, schedule: ScheduleRecord, now: string): Promise<Fired | undefined> {
  const owned = await findOwner(tx, schedule);
  if (!owned || schedule.next_fire_at === null || schedule.next_fire_at > now) return undefined;
  const { starts, missed, next } = planFirings(schedule, schedule.next_fire_at, now);
  const events: Happening<"schedule.fired" | "schedule.not_fired">[] = [];
  const about = { team: owned.team_id, actor: { kind: "service" }, subject: schedule.id } as const;
  const notFired = (due_at: string, outcome: FiringOutcome, count: number) =>
    events.push({ ...about, type: "schedule.not_fired", data: { agent_id: schedule.agent_id, due_at, outcome, count } });
  const started: RunRecord[] = [];
  let missing = false;
  if (missed) {
    const { from, to, count } = missed;
    await insertFiring(tx, { schedule_id: schedule.id, due_at: from, outcome: "missed", count, last_due_at: to });
    notFired(from, "missed", count);
  }
  for (const due_at of starts) {
    const run = await startOne(tx, schedule, owned);
    const failed = typeof run === "string" ? run : undefined;
    await insertFiring(tx, {
      schedule_id: schedule.id,
      due_at,
      outcome: failed ?? "started",
      ...(typeof run === "object" && { run_id: run.id }),
    });
    missing ||= run === "missing_connection";
    if (typeof run === "string") notFired(due_at, run, 1);
    else {
      started.push(run);
      events.push({ ...about, type: "schedule.fired", data: { agent_id: schedule.agent_id, run_id: run.id, due_at } });
    }
  }
  await setNext(tx, schedule.id, next);
  const of = { id: schedule.id, agent_id: schedule.agent_id, team_id: owned.team_id };
  if (started.length > 0) await forgetMissing(tx, "schedules", schedule.id);
  else if (missing) await countMissing(tx, "schedules", of);
  await record(tx, scheduleEvents, ...events);
  return { schedule, teamId: owned.team_id, runs: started };
}

/** The run, or why there is none. */
async function startOne(tx: Db, schedule: ScheduleRecord, owned: Owned): Promise<RunRecord | FiringOutcome> {
  const role = effectiveRole(owned.role, owned.organization_role);
  if (!role || !atLeast(role, "team:member")) return "owner_left";
  if (schedule.overlap === "skip" && (await isAtWork(tx, schedule.id))) return "overlap";
  try {
    const { agent_id: agentId, user_id: userId } = schedule;
    if ((await missingConnections(tx, agentId, userId)).length > 0) return "missing_connection";
    return (await insertRun(tx, { teamId: owned.team_id, agentId, userId, source: scheduleSource })).run;
  } catch (error) {
    if (error instanceof Refusal && error.code === "no_live_revision") return "no_live";
    throw error;
  }
}
