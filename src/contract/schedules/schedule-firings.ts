import { endpoint } from "#contract/endpoint.ts";
import { instant, int53, page, queryInt, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { firingOutcomes } from "./firing-outcomes.ts";
import { mayChangeSchedule } from "./rights.ts";
import { Schedule } from "./schedule.ts";
import { scheduleList } from "./schedule-list.ts";
import { zone } from "#contract/zone.ts";
import { scheduleArea as area } from "./schedules.ts";
import { weeks } from "./weeks.ts";

// What came of the due times of schedules. The specification has schedules and not their history.
const ours = "A due time that did not start a run has to say why.";

export const ScheduleFiring = record("ScheduleFiring", {
  schedule_id: uuid,
  due_at: timestamp,
  outcome: z.enum(firingOutcomes),
  /** Due times in a row that were missed, from `due_at` to `last_due_at`; 1 for everything else. */
  count: int53,
  last_due_at: timestamp,
  /** Null where nothing started, and once the run is deleted. */
  run_id: uuid.nullable(),
  run_status: z.string().nullable(),
  /** When the service dealt with it. */
  created_at: timestamp,
});
export type ScheduleFiring = z.output<typeof ScheduleFiring>;

export const listScheduleFirings = endpoint({
  name: "listScheduleFirings",
  method: "GET",
  path: "/v2/agents/{agent_id}/schedules/{schedule_id}/firings",
  area,
  summary: "What came of the due times of a schedule, in the last 90 days, the newest first",
  access: { scope: "team", by: "agent_id", role: "team:member" },
  may: mayChangeSchedule,
  reads: ["schedule", "run"],
  ours,
  params: z.strictObject({ agent_id: idOf("agent"), schedule_id: idOf("schedule") }),
  query: z.strictObject({ outcome: z.enum(firingOutcomes).optional(), ...page(20, 100) }),
  reply: z.strictObject({ firings: z.array(ScheduleFiring), total: int53, limit: z.int(), offset: int53 }),
  errors: ["forbidden"],
});

export const TeamSchedule = record("TeamSchedule", {
  ...Schedule.shape,
  agent_name: z.string(),
  /** The newest row of its history. */
  last_firing: ScheduleFiring.nullable(),
  /** It was due for the last time; nobody has changed it since. */
  ended: z.boolean(),
});
export type TeamSchedule = z.output<typeof TeamSchedule>;

const ofTeam = z.strictObject({ teamId: idOf("team") });
const inTeam = { scope: "team", by: "teamId", role: "team:member" } as const;

export const listTeamSchedules = endpoint({
  name: "listTeamSchedules",
  method: "GET",
  path: "/v2/teams/{teamId}/schedules",
  area,
  summary: "The schedules of a team by what is due next, paused ones last; below Manager only the caller's",
  access: inTeam,
  reads: ["schedule", "run", "agent"],
  ours: "A team has one place for what runs by the clock.",
  params: ofTeam,
  query: z.strictObject({
    ...page(20, 100),
    schedule_id: uuid.optional(),
    agent_id: uuid.optional(),
    user_id: uuid.optional(),
    ...queryOf(scheduleList),
  }),
  reply: z.strictObject({ schedules: z.array(TeamSchedule), total: int53, limit: z.int(), offset: int53 }),
});

const WeekCell = record("ScheduleWeekCell", {
  /** The first instant of the hour. */
  hour: timestamp,
  /** `planned`: not due yet. */
  outcome: z.enum([...firingOutcomes, "planned"]),
  count: int53,
});
/** Of so many schedules the due times to come are counted, those that are due next first. */
export const mostPlannedSchedules = 200;

export const getTeamScheduleWeek = endpoint({
  name: "getTeamScheduleWeek",
  method: "GET",
  path: "/v2/teams/{teamId}/schedules/week",
  area,
  summary: "What came of the due times of a team in seven days, by hour, and how many are to come; below Manager only the caller's",
  access: inTeam,
  reads: ["schedule"],
  ours: "A team has one place for what runs by the clock.",
  params: ofTeam,
  /** `week`: 0 for the seven days that begin with today in `timezone`, -1 for those before. */
  query: z.strictObject({ week: queryInt(weeks.first, weeks.last).default(0), timezone: zone.default("UTC") }),
  reply: z.strictObject({
    from: timestamp,
    /** The first instant of each of the seven days, and of the one after them: a day may have 23 or 25 hours. */
    days: z.array(timestamp),
    cells: z.array(WeekCell),
    /** More schedules are enabled than were counted. */
    truncated: z.boolean(),
  }),
});

const DueTime = record("ScheduleDueTime", {
  schedule_id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  outcome: WeekCell.shape.outcome,
  due_at: timestamp,
  /** Due times that were missed together, or that are still to come: so many, from `due_at` to `last_due_at`. 1 for everything else. */
  count: int53,
  last_due_at: timestamp,
  run_id: uuid.nullable(),
  run_status: z.string().nullable(),
  /** When the service dealt with it; null where it is still to come. */
  created_at: timestamp.nullable(),
});
export type DueTime = z.output<typeof DueTime>;
export const mostDueTimes = 100;

export const listTeamDueTimes = endpoint({
  name: "listTeamDueTimes",
  method: "GET",
  path: "/v2/teams/{teamId}/schedules/due-times",
  area,
  summary: "Some hours of a team's week: each due time with its schedule and run; below Manager only the caller's",
  access: inTeam,
  reads: ["schedule", "run", "agent"],
  ours: "A number in the week has to say what it counts.",
  params: ofTeam,
  query: z.strictObject({ from: instant, hours: queryInt(1, 6).default(1) }),
  /** In order, at most 100. `truncated`: there are more, or more schedules are enabled than were looked at. */
  reply: z.strictObject({ due_times: z.array(DueTime), truncated: z.boolean() }),
});
