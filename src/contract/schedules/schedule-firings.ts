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

/** `planned`: not due yet. */
const markOutcome = z.enum([...firingOutcomes, "planned"]);
/** Of so many schedules the due times to come are looked at, those that are due next first. */
export const mostPlannedSchedules = 200;

/** Due times as they are drawn, by what came of them. */
const LaneMark = record("ScheduleLaneMark", {
  due_at: timestamp,
  outcome: markOutcome,
  /** Due times that were missed together; 1 for everything else. */
  count: int53,
  run_id: uuid.nullable(),
  run_status: z.string().nullable(),
});
export type LaneMark = z.output<typeof LaneMark>;

/** So many due times of a day are told one by one. */
export const mostDots = 4;
/** Of a day with more, so many that failed or were missed. */
export const mostTicks = 20;

const LaneDay = record("ScheduleLaneDay", {
  /** Runs that were started, by a person too, without those that failed. */
  ran: int53,
  failed: int53,
  /** No run was started: `missed` for whatever reason, `skipped` while the run before was active. */
  missed: int53,
  skipped: int53,
  planned: int53,
  /** The first and the last due time, whatever came of them. */
  first: timestamp.nullable(),
  last: timestamp.nullable(),
  /** All due times of a day with at most 4; of another one the first 20 that failed or were missed. */
  marks: z.array(LaneMark),
});
export type LaneDay = z.output<typeof LaneDay>;

const NotStarted = record("ScheduleNotStarted", { outcome: z.enum(firingOutcomes), count: int53, first: timestamp, last: timestamp });
const Lane = record("ScheduleLane", {
  schedule: TeamSchedule,
  /** Seven of them. */
  days: z.array(LaneDay),
  /** What started no run in the week, by the reason. */
  not_started: z.array(NotStarted),
});
export type Lane = z.output<typeof Lane>;
/** A week is told of so many schedules, in the order of their list. */
export const mostLanes = 100;

export const getTeamScheduleWeek = endpoint({
  name: "getTeamScheduleWeek",
  method: "GET",
  path: "/v2/teams/{teamId}/schedules/week",
  area,
  summary: "A week of a team's schedules, by day; below Manager only the caller's",
  access: inTeam,
  reads: ["schedule", "run", "agent"],
  ours: "A team has one place for what runs by the clock.",
  params: ofTeam,
  /** `week`: 0 for the week from Monday on in which today is in `timezone`, -1 for the one before. */
  query: z.strictObject({ week: queryInt(weeks.first, weeks.last).default(0), timezone: zone.default("UTC") }),
  reply: z.strictObject({
    /** The first instant of each of the seven days, and of the one after them: a day may have 23 or 25 hours. */
    days: z.array(timestamp),
    /** At most 100. `truncated`: the team has more schedules. */
    lanes: z.array(Lane),
    truncated: z.boolean(),
  }),
});

const DueTime = record("ScheduleDueTime", {
  schedule_id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  outcome: markOutcome,
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
  summary: "Due times of some hours, each with its schedule and run; below Manager only the caller's",
  access: inTeam,
  reads: ["schedule", "run", "agent"],
  ours: "A number in the week has to say what it counts.",
  params: ofTeam,
  query: z.strictObject({ from: instant, hours: queryInt(1, 25).default(1), schedule_id: uuid.optional() }),
  /** In order, at most 100. `truncated`: there are more, or more schedules are enabled than were looked at. */
  reply: z.strictObject({ due_times: z.array(DueTime), truncated: z.boolean() }),
});
