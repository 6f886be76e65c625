import { mayChangeSchedule } from "#contract/schedules/rights.ts";
import type * as contract from "#contract/schedules/schedule-firings.ts";
import { type DueTime, mostDueTimes, mostPlannedSchedules } from "#contract/schedules/schedule-firings.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listFirings } from "#server/schedules/firings/history.store.ts";
import { storeTime } from "#server/schedules/firings/firings.store.ts";
import { findSchedule } from "#server/schedules/schedules/schedule-rows.store.ts";
import { notYours } from "#server/schedules/schedules/schedules.ts";
import { type Scope, countFirings, findPlanned, listCame, listTeam, schedulesSeenBy } from "./team-schedules.store.ts";
import { daysOf, plannedHours, plannedTimes } from "./week.ts";

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
    const scope = scopeOf(context, undefined);
    const now = await storeTime(context.db);
    const days = daysOf(query.week, query.timezone, now);
    const [from = now, to = now] = [days[0], days.at(-1)];
    const [done, planned] = await Promise.all([countFirings(context.db, scope, from, to), findPlanned(context.db, scope, to)]);
    const hours = new Map<number, number>();
    for (const schedule of planned.slice(0, mostPlannedSchedules))
      for (const [hour, count] of plannedHours(schedule, Date.parse(from), Date.parse(to))) hours.set(hour, (hours.get(hour) ?? 0) + count);
    const toCome = [...hours].map(([hour, count]) => ({ hour: new Date(hour).toISOString(), outcome: "planned" as const, count }));
    return { from, days, cells: [...done, ...toCome], truncated: planned.length > mostPlannedSchedules };
  },

  async listTeamDueTimes({ query: { from, hours } }, context) {
    const scope = scopeOf(context, undefined);
    const to = new Date(Math.min(Date.parse(from) + hours * 3_600_000, lastInstant)).toISOString();
    const came = await listCame(context.db, scope, from, to);
    const planned = await findPlanned(context.db, scope, to);
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

/** Below Manager only the caller's, whomever they ask for. */
function scopeOf(context: Context, userId: string | undefined): Scope {
  const seen = schedulesSeenBy(context.team.id, whoOf(context));
  return { ...seen, userId: seen.userId ?? userId ?? null };
}
