import { endpoint } from "#contract/endpoint.ts";
import { Success, timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { Run } from "#contract/runs/run.ts";
import { z } from "#contract/zod.ts";
import { mayChangeSchedule } from "./rights.ts";
import { Schedule, catchUps, overlaps } from "./schedule.ts";
import { zone } from "#contract/zone.ts";
import { Timing, complete, timing } from "./timing.ts";

export const scheduleArea = "Schedules";
const area = scheduleArea;
const reading = { scope: "team", by: "agent_id", role: "team:member" } as const;
const ofAgent = z.strictObject({ agent_id: idOf("agent") });
const one = z.strictObject({ agent_id: idOf("agent"), schedule_id: idOf("schedule") });

const options = {
  recurring: z.boolean().nullable().optional(),
  /** Ours; `one` where it is left out. */
  catch_up: z.enum(catchUps).optional(),
  /** Ours; `skip` where it is left out. */
  overlap: z.enum(overlaps).optional(),
};
/** As many of one person on one agent (ours). */
export const mostSchedules = 100;

export const listAgentSchedules = endpoint({
  name: "listAgentSchedules",
  method: "GET",
  path: "/v2/agents/{agent_id}/schedules",
  area,
  summary: "The caller's schedules on an agent, the oldest first",
  access: reading,
  reads: ["schedule"],
  params: ofAgent,
  reply: z.strictObject({ schedules: z.array(Schedule) }),
});

export const listAllAgentSchedules = endpoint({
  name: "listAllAgentSchedules",
  method: "GET",
  path: "/v2/agents/{agent_id}/schedules/all",
  area,
  summary: "Everyone's schedules on an agent, with their owners, the oldest first",
  access: { ...reading, role: "team:manager" },
  reads: ["schedule"],
  params: ofAgent,
  /** At most 500 (ours). */
  reply: z.strictObject({ schedules: z.array(Schedule), truncated: z.boolean() }),
});

export const createSchedule = endpoint({
  name: "createSchedule",
  method: "POST",
  path: "/v2/agents/{agent_id}/schedules",
  area,
  summary: "Let an agent's live revision run for the caller at set times",
  access: reading,
  records: "schedule.created",
  changes: ["schedule"],
  params: ofAgent,
  body: complete(z.strictObject({ enabled: z.boolean(), ...timing, ...options })),
  reply: Schedule,
  errors: ["no_live_revision", "too_many"],
  creates: "replayed",
});

export const updateSchedule = endpoint({
  name: "updateSchedule",
  method: "PATCH",
  path: "/v2/agents/{agent_id}/schedules/{schedule_id}",
  area,
  summary: "Change a schedule: what is given and nothing else. Times that passed while it was paused start no runs",
  access: reading,
  may: mayChangeSchedule,
  records: "schedule.updated",
  // What was due before the change is started as it was set up then.
  changes: ["schedule", "run", "agent"],
  params: one,
  body: z.strictObject({
    enabled: z.boolean().optional(),
    ...timing,
    frequency: timing.frequency.optional(),
    timezone: timing.timezone.optional(),
    ...options,
  }),
  reply: Schedule,
  errors: ["forbidden"],
});

export const deleteSchedule = endpoint({
  name: "deleteSchedule",
  method: "DELETE",
  path: "/v2/agents/{agent_id}/schedules/{schedule_id}",
  area,
  summary: "Delete a schedule and its history; runs that it started continue",
  access: reading,
  may: mayChangeSchedule,
  records: "schedule.deleted",
  changes: ["schedule"],
  params: one,
  reply: Success,
  errors: ["forbidden"],
});

export const runSchedule = endpoint({
  name: "runSchedule",
  method: "POST",
  path: "/v2/agents/{agent_id}/schedules/{schedule_id}/run",
  area,
  summary: "Start a run of a schedule for the caller now; its due times stay as they are",
  access: reading,
  may: mayChangeSchedule,
  changes: ["schedule", "run", "run_message", "agent"],
  ours: "The owner of a schedule has to see what it does before it is due.",
  params: one,
  reply: z.strictObject({ run: Run }),
  status: 201,
  errors: ["forbidden", "no_live_revision"],
  creates: "replayed",
});

const Firing = record("PlannedFiring", {
  at: timestamp,
  /** The wall clock of each zone that was asked for, in the same order, and its distance from UTC. */
  clocks: z.array(record("ZoneClock", { local: z.string(), offset_minutes: z.int() })),
});
/** As many due times are answered. */
export const mostPlanned = 10;

export const planSchedule = endpoint({
  name: "planSchedule",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/schedules/plan",
  area,
  summary: "The next due times of a schedule not stored yet, on the clocks of up to five time zones",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: [],
  ours: "The service says when it will fire: time zone rules of browsers differ.",
  params: z.strictObject({ teamId: idOf("team") }),
  body: complete(Timing.extend({ zones: z.array(zone).max(5) })),
  reply: z.strictObject({ firings: z.array(Firing).max(mostPlanned) }),
});
