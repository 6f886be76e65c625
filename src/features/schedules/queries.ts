import { readEvery } from "#api/every.ts";
import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { listConnections } from "#contract/connections/connections.ts";
import type { SearchOf } from "#contract/list.ts";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";
import { getTeamScheduleWeek, listScheduleFirings, listTeamDueTimes, listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { type CallInput } from "#contract/endpoint.ts";
import { scheduleList } from "#contract/schedules/schedule-list.ts";
import { listWebhookSources } from "#contract/schedules/webhook-sources.ts";
import { planSchedule } from "#contract/schedules/schedules.ts";

export const schedulesPerPage = 50;
export const firingsPerPage = 20;

type SchedulesAsked = SearchOf<typeof scheduleList> & { readonly agent?: string; readonly offset?: number };

/** One's own schedules in a team, and everyone's for Managers. */
export function schedulesRead(teamId: string, { agent, offset = 0, ...search }: SchedulesAsked) {
  const query = {
    limit: schedulesPerPage,
    offset,
    ...(agent && { agent_id: agent }),
    ...requestOf(scheduleList, search),
  };
  return read(listTeamSchedules, { params: { teamId }, query }, { keepPrevious: true });
}

/** One schedule, as that list has it; none where it is gone, or somebody else's below Manager. */
export function scheduleRead(teamId: string, schedule_id: string) {
  return read(listTeamSchedules, { params: { teamId }, query: { limit: 1, schedule_id } });
}

export function weekRead(teamId: string, week: number, timezone: string) {
  return read(getTeamScheduleWeek, { params: { teamId }, query: { week, timezone } }, { keepPrevious: true });
}

/** The due times of a schedule on a day, which may have an hour more or less than its clock shows. */
export function dueTimesRead(teamId: string, schedule_id: string, { from, to }: { readonly from: number; readonly to: number }) {
  const hours = Math.ceil((to - from) / 3_600_000);
  return read(listTeamDueTimes, { params: { teamId }, query: { from: new Date(from).toISOString(), hours, schedule_id } });
}

export function firingsRead(params: { agent_id: string; schedule_id: string }, outcome: FiringOutcome | undefined, offset: number) {
  return read(
    listScheduleFirings,
    { params, query: { limit: firingsPerPage, offset, ...(outcome && { outcome }) } },
    { keepPrevious: true },
  );
}

export function planRead(teamId: string, body: CallInput<typeof planSchedule>["body"]) {
  return read(planSchedule, { params: { teamId }, body }, { keepPrevious: true });
}

/** Every connection that the caller sees in a team. */
export function ownConnectionsRead(teamId: string) {
  return readEvery(listConnections, { params: { teamId }, query: {} }, ({ integrations: rows, total }) => ({ rows, total }));
}

/** The webhook sources of a team, which has no more than fit into one answer. */
export function allSourcesRead(teamId: string) {
  return read(listWebhookSources, { params: { teamId }, query: { limit: 100 } });
}
