import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentOf } from "./agents.ts";
import { type Stage, maker } from "./stage.ts";

/** Waits for cases of the highest priority, which no example adds. */
export const triggerBody = {
  integration_slug: "cases",
  trigger_type: "case_created",
  filter_config: { priority: "high", title_contains: "Invoice" },
  enabled: true,
} as const;

export async function triggerOf(stage: Stage): Promise<{ agentId: string; trigger_id: string }> {
  const { id: agentId } = await agentOf(stage);
  const { id } = await stage.service.ok(upsertAgentTrigger, { params: { agentId }, body: triggerBody }, maker(stage, "team:member"));
  return { agentId, trigger_id: id };
}
