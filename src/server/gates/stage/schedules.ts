import { createSchedule } from "#contract/schedules/schedules.ts";
import { agentOf } from "./agents.ts";
import { type Stage, maker } from "./stage.ts";

const timing = { frequency: "custom", cron: "0 0 29 2 *", timezone: "UTC" } as const;

export async function scheduleOf(stage: Stage): Promise<{ agent_id: string; schedule_id: string }> {
  const { id: agent_id } = await agentOf(stage);
  const body = { enabled: true, ...timing };
  const { id } = await stage.service.ok(createSchedule, { params: { agent_id }, body }, maker(stage, "team:member"));
  return { agent_id, schedule_id: id };
}
