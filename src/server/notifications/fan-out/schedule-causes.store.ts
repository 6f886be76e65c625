import { sql } from "drizzle-orm";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

/** Of another person's schedule only Managers know. An overlap is what its schedule asked for. */
export const ofSchedules: ReadCauses<"schedule.not_fired"> = async (db, events) => {
  const { rows } = await db.execute<ScheduleFacts>(sql`
    select e.created_at as at, e.data ->> 'outcome' as outcome, (e.data ->> 'count')::int as due, s.id as schedule_id, s.user_id,
      e.data ->> 'outcome' = 'missed' and s.catch_up = 'skip' as lost, a.id as agent_id, a.team_id, a.name as agent
    from ${rowsOf(events)} join schedules s on s.id = e.subject_id join agents a on a.id = s.agent_id
    where e.data ->> 'outcome' <> 'overlap' order by e.n`);
  return rows.map(({ at, schedule_id, user_id, lost, ...one }) =>
    cause({
      team_id: one.team_id,
      agent_id: one.agent_id,
      at: isoInstant(at),
      people: [user_id],
      type: "schedule_issue",
      severity: "warning",
      key: `schedule ${schedule_id} ${one.outcome}`,
      ends: lost ? endingOf.missed(schedule_id) : endingOf.schedule(schedule_id),
      count: one.due,
      ...said.notFired(one),
    }),
  );
};
/** What the service paused because a connection is not there. Of somebody who left nobody has to resume it. */
export const ofPaused: ReadCauses<"schedule.auto_disabled" | "event_trigger.auto_disabled"> = async (db, events) => {
  const { rows } = await db.execute<PausedFacts>(sql`
    select e.created_at as at, e.type, x.id, x.user_id, a.id as agent_id, a.team_id, a.name as agent
    from ${rowsOf(events)} join lateral (
      select id, user_id, agent_id, auto_disabled_reason from schedules where e.type = 'schedule.auto_disabled' and id = e.subject_id
      union all select id, user_id, agent_id, auto_disabled_reason from event_triggers where e.type = 'event_trigger.auto_disabled' and id = e.subject_id
    ) x on x.auto_disabled_reason = 'missing_connection' join agents a on a.id = x.agent_id order by e.n`);
  return rows.map(({ at, type, id, user_id, ...one }) => {
    const isSchedule = type === "schedule.auto_disabled";
    return cause({
      team_id: one.team_id,
      agent_id: one.agent_id,
      at: isoInstant(at),
      people: [user_id],
      type: "schedule_issue",
      severity: "warning",
      key: `paused ${id}`,
      ends: isSchedule ? endingOf.pausedSchedule(id) : endingOf.trigger(id),
      ...said.paused(one, isSchedule ? "a schedule" : "an event trigger"),
    });
  });
};
type PausedFacts = {
  readonly at: string;
  readonly type: "schedule.auto_disabled" | "event_trigger.auto_disabled";
  readonly id: string;
  readonly user_id: string;
  readonly agent_id: string;
  readonly team_id: string;
  readonly agent: string;
};
type ScheduleFacts = {
  readonly at: string;
  readonly outcome: FiringOutcome;
  readonly due: number;
  readonly schedule_id: string;
  readonly user_id: string;
  /** Missed, and no later due time makes up for it. */
  readonly lost: boolean;
  readonly agent_id: string;
  readonly team_id: string;
  readonly agent: string;
};
