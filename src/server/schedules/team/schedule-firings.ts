import { mayChangeSchedule } from "#contract/schedules/rights.ts";
import type * as contract from "#contract/schedules/schedule-firings.ts";
import { type DueTime, mostDueTimes, mostLanes, mostPlannedSchedules } from "#contract/schedules/schedule-firings.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listFirings } from "#server/schedules/firings/history.store.ts";
import { storeTime } from "#server/schedules/firings/firings.store.ts";
import { findSchedule } from "#server/schedules/schedules/schedule-rows.store.ts";
import { notYours } from "#server/schedules/schedules/schedules.ts";
import { type Scope, findPlanned, listCame, listTeam, schedulesSeenBy } from "./team-schedules.store.ts";
import { daysOf, plannedTimes } from "./week.ts";
import { laneOf } from "./week-lanes.ts";
import { cameInDays } from "./week-lanes.store.ts";

/** A later one has no text that the store reads. */
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

export const scheduleFiringHandlers: Handlers<typeof contract> = {
  async listScheduleFirings({ params, query }, context) {
    const schedule = await findSchedule(context.db, params.schedule_id);
    if (schedule?.agent_id !== params.agent_id) throw refuse("not_found");
    if (!mayChangeSchedule(schedule, whoOf(context))) throw notYours();
    const { limit, offset } = query;
    return { ...(await listFirings(context.db, schedule.id, query)), limit, offset };
  },

  async listTeamSchedules({ query }, context) {
    const { limit, offset, schedule_id: scheduleId, agent_id: agentId, user_id, enabled, search } = query;
    const scope = scopeOf(context, user_id);
    const filter = {
      ...scope,
      scheduleId,
      agentId,
      search,
      limit,
      offset,
      enabled: enabled === undefined ? undefined : enabled === "true",
    };
    return { ...(await listTeam(context.db, filter)), limit, offset };
  },

  async getTeamScheduleWeek({ query }, context) {
    const { db } = context;
    const now = await storeTime(db);
    const days = daysOf(query.week, query.timezone, now);
    const { schedules, total } = await listTeam(db, { ...scopeOf(context, undefined), limit: mostLanes, offset: 0 });
    const { came, notStarted } = await cameInDays(
      db,
      schedules.map(({ id }) => id),
      days,
    );
    const [cameOf, notStartedOf] = [Map.groupBy(came, scheduleOf), Map.groupBy(notStarted, scheduleOf)];
    const lanes = schedules.map((schedule) => laneOf(schedule, days, cameOf.get(schedule.id) ?? [], notStartedOf.get(schedule.id) ?? []));
    return { days, lanes, truncated: total > mostLanes };
  },

  async listTeamDueTimes({ query: { from, hours, schedule_id: id } }, context) {
    const scope = scopeOf(context, undefined);
    const to = new Date(Math.min(Date.parse(from) + hours * 3_600_000, lastInstant)).toISOString();
    const came = await listCame(context.db, scope, from, to, id);
    const planned = await findPlanned(context.db, scope, to, id);
    const toCome = planned.slice(0, mostPlannedSchedules).flatMap((schedule): DueTime[] => {
      const times = plannedTimes(schedule, Date.parse(from), Date.parse(to));
      const [due_at, last_due_at] = [times[0], times.at(-1)];
      if (due_at === undefined || last_due_at === undefined) return [];
      const { id: schedule_id, agent_id, agent_name } = schedule;
      const still = { outcome: "planned", count: times.length, run_id: null, run_status: null, created_at: null } as const;
      return [{ schedule_id, agent_id, agent_name, due_at, last_due_at, ...still }];
    });
    const all = [...came, ...toCome.toSorted((a, b) => a.due_at.localeCompare(b.due_at))];
    return { due_times: all.slice(0, mostDueTimes), truncated: all.length > mostDueTimes || planned.length > mostPlannedSchedules };
  },
};

const scheduleOf = ({ schedule_id: id }: { readonly schedule_id: string }) => id;

/** Below Manager only the caller's, whomever they ask for. */
function scopeOf(context: Context, userId: string | undefined): Scope {
  const seen = schedulesSeenBy(context.team.id, whoOf(context));
  return { ...seen, userId: seen.userId ?? userId ?? null };
}
