import { runSchedule } from "#contract/schedules/schedules.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { scheduleOf } from "#server/gates/stage/schedules.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, ofAgent, page, team } from "./example.ts";

const ofSchedule = async (stage: Stage) => ({ params: await scheduleOf(stage) });
/** Of a frequency that needs none of them, so that each may be anything. */
const every = {
  frequency: "hourly" as const,
  time: "09:30",
  timezone: "Europe/Berlin",
  day: "monday" as const,
  day_of_month: 31,
  cron: "0 9 * * 1-5",
};
const options = { recurring: true, catch_up: "all" as const, overlap: "allow" as const };

/** One with a history, whose run has come to rest: it shows in what is read. */
async function fired(stage: Stage) {
  const params = await scheduleOf(stage);
  const { run } = await stage.service.ok(runSchedule, { params }, { as: stage.owner });
  await comes("a run that waits", async () => {
    const { rows } = await stage.service.pool.query("select 1 from runs where id = $1 and status = 'waiting'", [run.id]);
    return rows[0] as object | undefined;
  });
  return params;
}

export const schedulesExamples: Examples<"schedules" | "scheduleFirings"> = {
  schedules: {
    listAgentSchedules: { input: async (stage) => ({ params: { agent_id: (await scheduleOf(stage)).agent_id } }) },
    listAllAgentSchedules: { input: async (stage) => ({ params: { agent_id: (await scheduleOf(stage)).agent_id } }) },
    createSchedule: { input: async (stage) => ({ ...(await ofAgent(stage)), body: { enabled: true, ...every, ...options } }) },
    updateSchedule: {
      input: async (stage) => ({ ...(await ofSchedule(stage)), body: { enabled: false, ...every, ...options } }),
      owned: "forbidden",
    },
    deleteSchedule: { input: ofSchedule, owned: "forbidden" },
    runSchedule: { input: ofSchedule, owned: "forbidden" },
    planSchedule: { input: (stage) => ({ ...team(stage), body: { ...every, zones: ["Europe/Berlin", "UTC"] } }) },
  },
  scheduleFirings: {
    listScheduleFirings: {
      input: async (stage) => ({ params: await fired(stage), query: { ...page, outcome: "by_hand" as const } }),
      owned: "forbidden",
    },
    listTeamSchedules: {
      input: async (stage) => {
        await fired(stage);
        const { id: agent_id } = await agentOf(stage);
        return {
          ...team(stage),
          query: { ...page, schedule_id: agent_id, agent_id, user_id: agent_id, enabled: "true" as const, search: "Example" },
        };
      },
      also: (_stage, { params }) => [{ params, query: page }],
    },
    getTeamScheduleWeek: {
      input: async (stage) => {
        await fired(stage);
        return { ...team(stage), query: { week: 0, timezone: "Europe/Berlin" } };
      },
    },
    listTeamDueTimes: {
      input: async (stage) => {
        const { schedule_id } = await fired(stage);
        return { ...team(stage), query: { from: new Date(Date.now() - 3_600_000).toISOString(), hours: 6, schedule_id } };
      },
    },
  },
};
