import { titleOfDue } from "#contract/schedules/timing-words.ts";
import { scheduleSource } from "#contract/runs/run.ts";
import { mayChangeSchedule } from "#contract/schedules/rights.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { type Timing, brokenTiming, ownTiming } from "#contract/schedules/timing.ts";
import type * as contract from "#contract/schedules/schedules.ts";
import { mostPlanned, mostSchedules } from "#contract/schedules/schedules.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import { currentRevision } from "#server/agents/revisions/revisions.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { record } from "#server/platform/events/record.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { insertRun, toRun } from "#server/runs/runs/runs.store.ts";
import { fire } from "#server/schedules/firings/fire.ts";
import { type ScheduleRecord, insertFirings, storeTime } from "#server/schedules/firings/firings.store.ts";
import { tellFired } from "#server/schedules/firings/tell-fired.ts";
import { dueTimesAfter } from "#server/schedules/instants/due-times.ts";
import { offsetAt } from "#server/platform/zone-offsets.ts";
import { findSchedule, listOwnedSchedules, listSchedules, mostAnswered, ofAgent, ofPerson } from "./schedule-rows.store.ts";
import { countOwn, insertSchedule, lockSchedule, patchSchedule, pickTiming, removeSchedule } from "./schedules.store.ts";

export const scheduleHandlers: Handlers<typeof contract, EngineContext> = {
  async listAgentSchedules({ params }, { db, caller }) {
    return { schedules: await listSchedules(db, ofPerson(params.agent_id, caller.userId), mostAnswered) };
  },

  async listAllAgentSchedules({ params }, { db }) {
    const found = await listOwnedSchedules(db, ofAgent(params.agent_id), mostAnswered + 1);
    return { schedules: found.slice(0, mostAnswered), truncated: found.length > mostAnswered };
  },

  async createSchedule({ params, body }, context) {
    const { db, caller } = context;
    const { enabled, recurring = null, catch_up = "one", overlap = "skip" } = body;
    // `build_id` of the record is required: an agent without any revision has nothing to put there.
    if (!(await currentRevision(db, params.agent_id)))
      throw refuse("no_live_revision", "This agent has no revision. Create one and make it live, then schedule the agent.");
    if ((await countOwn(db, params.agent_id, caller.userId)) >= mostSchedules)
      throw refuse("too_many", `You have ${mostSchedules} schedules on this agent, which is the limit. Delete some first.`);
    const of = { agentId: params.agent_id, userId: caller.userId, now: await storeTime(db) };
    const id = await insertSchedule(db, of, { ...ownTiming(timingOf(body)), enabled, recurring, catch_up, overlap });
    context.changed("schedule", id, caller.userId);
    return required(context, id);
  },

  async updateSchedule({ params, body }, context) {
    const schedule = await requireOwn(context, params);
    const now = await storeTime(context.db);
    // What was due before this change is dealt with as it was set up then.
    const [fired] = await fire(context.db, [schedule], now);
    if (fired) context.afterCommit(() => tellFired({ live: context.live, wakeRuns: () => context.engine.wakeRuns() }, fired));
    const before = fired ? await requireOwn(context, params) : schedule;
    const broken = brokenTiming(timingOf({ ...before, ...body }));
    if (broken) throw invalid([broken.field], broken.message);
    await patchSchedule(context.db, before, body, now);
    context.changed("schedule", schedule.id, schedule.user_id);
    return required(context, schedule.id);
  },

  async deleteSchedule({ params }, context) {
    const schedule = await requireOwn(context, params);
    await removeSchedule(context.db, schedule.id);
    context.changed("schedule", schedule.id, schedule.user_id);
    return { success: true as const };
  },

  async runSchedule({ params }, context) {
    const { db, team, caller, engine } = context;
    const schedule = await requireOwn(context, params);
    const { id: schedule_id, agent_id, user_id } = schedule;
    const title = titleOfDue(schedule, null);
    const { run, config } = await insertRun(db, {
      teamId: team.id,
      agentId: agent_id,
      userId: caller.userId,
      source: scheduleSource,
      title,
    });
    // Due times are whole minutes: this is never one of them.
    const due_at = (await storeTime(db)).replace(".000Z", ".001Z");
    await insertFirings(db, [{ schedule_id, due_at, outcome: "by_hand", run_id: run.id }]);
    await record(db, scheduleEvents, {
      type: "schedule.fired",
      team: team.id,
      actor: { kind: "user", id: caller.userId },
      subject: schedule_id,
      data: { agent_id, run_id: run.id, due_at },
    });
    context.afterCommit(() => engine.wakeRuns(run));
    context.changed("schedule", schedule_id, user_id);
    for (const topic of ["run", "run_message"] as const) context.changed(topic, run.id, run.user_id);
    return { run: toRun(run, config) };
  },

  async planSchedule({ body: { zones, ...timing } }, { db }) {
    const times = dueTimesAfter(ownTiming(timing), await storeTime(db)).take(mostPlanned);
    return {
      firings: [...times].map((at) => ({
        at: new Date(at).toISOString(),
        clocks: zones.map((zone) => {
          const offset = offsetAt(zone, at);
          return { local: new Date(at + offset).toISOString().slice(0, 16), offset_minutes: Math.round(offset / 60_000) };
        }),
      })),
    };
  },
};

const timingOf = ({ frequency, timezone, time, day, day_of_month, cron }: Timing): Timing =>
  pickTiming({ frequency, timezone, time, day, day_of_month, cron });

async function requireOwn(context: EngineContext, params: { agent_id: string; schedule_id: string }): Promise<ScheduleRecord> {
  const schedule = await lockSchedule(context.db, params.agent_id, params.schedule_id);
  if (!schedule) throw refuse("not_found");
  if (!mayChangeSchedule(schedule, whoOf(context))) throw notYours();
  return schedule;
}

export function notYours() {
  return refuse("forbidden", "Only the owner of this schedule, and Managers and above, can see or change it.");
}

async function required({ db }: EngineContext, id: string): Promise<Schedule> {
  const schedule = await findSchedule(db, id);
  if (!schedule) throw refuse("not_found");
  return schedule;
}
