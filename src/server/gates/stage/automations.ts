import { createAutomation } from "#contract/agents/automations.ts";
import { addAutomationQueue } from "#contract/agents/automation-members.ts";
import { type Stage, maker } from "./stage.ts";
import { queueOf } from "./queues.ts";

/** An automation with its first agent and the draft that binds it. */
export async function automationOf(stage: Stage): Promise<{ automation_id: string; agent_id: string; revision_id: string }> {
  const body = { name: "Example automation" };
  const made = await stage.service.ok(createAutomation, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return { automation_id: made.automation.id, agent_id: made.agent_id, revision_id: made.revision_id };
}

/** An automation with a queue beside its agent. */
export async function automationQueueOf(stage: Stage): Promise<Awaited<ReturnType<typeof automationOf>> & { case_queue_id: string }> {
  const made = await automationOf(stage);
  const case_queue_id = await queueOf(stage);
  const params = { automation_id: made.automation_id };
  await stage.service.ok(addAutomationQueue, { params, body: { case_queue_id } }, maker(stage, "team:manager"));
  return { ...made, case_queue_id };
}
