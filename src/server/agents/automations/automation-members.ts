import type * as contract from "#contract/agents/automation-members.ts";
import { agentEvents } from "#contract/agents/events.ts";
import { queueEvents } from "#contract/queues/events.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { removeAgent } from "#server/agents/deletion/remove-agent.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { record } from "#server/platform/events/record.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { removeQueue } from "#server/queues/queues/remove-queue.ts";
import { requireAutomationChange } from "./automation-rights.ts";
import { requireRoom } from "./automation-room.ts";
import { lockAutomation, setOwner } from "./automations.store.ts";

export const automationMemberHandlers: Handlers<typeof contract, EngineContext> = {
  async addAutomationAgent({ params, body }, context) {
    const { db, team } = context;
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    const agent = await lockAgent(db, body.agent_id);
    if (agent?.team_id !== team.id) throw invalid(["agent_id"], "This agent does not exist in this team");
    requireChange(context, agent);
    if (join(agent.automation_id, id)) {
      await requireRoom(db, agents, id);
      await setOwner(db, agents, agent.id, id);
      context.changed("agent", agent.id);
    }
    return { success: true };
  },

  async removeAutomationAgent({ params }, context) {
    const { db } = context;
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    const agent = await lockAgent(db, params.agent_id, "update");
    if (agent?.automation_id !== id) throw refuse("not_found");
    await removeAgent(context, requireChange(context, agent));
    await recordDeletion(context, "agent.deleted", agent.id);
    return { success: true };
  },

  async addAutomationQueue({ params, body }, context) {
    const { db, team } = context;
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    const queue = await lockQueue(db, body.case_queue_id);
    if (queue?.team_id !== team.id) throw invalid(["case_queue_id"], "This queue does not exist in this team");
    if (join(queue.automation_id, id)) {
      await requireRoom(db, queues, id);
      await setOwner(db, queues, queue.id, id);
      context.changed("queue", queue.id);
    }
    return { success: true };
  },

  async removeAutomationQueue({ params }, context) {
    const { db } = context;
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    const queue = await lockQueue(db, params.case_queue_id, "update");
    if (queue?.automation_id !== id) throw refuse("not_found");
    await removeQueue(context, queue);
    await recordDeletion(context, "queue.deleted", queue.id);
    return { success: true };
  },
};

/** Beside the change of the automation that the endpoint records: whoever follows agents or queues has to learn of it as of any other deletion. */
async function recordDeletion(
  { db, caller, team }: EngineContext,
  type: "agent.deleted" | "queue.deleted",
  subject: string,
): Promise<void> {
  await record(
    db,
    { ...agentEvents, ...queueEvents },
    { type, team: team.id, actor: { kind: "user", id: caller.userId }, subject, data: {} },
  );
}

/** Whether a member has to be added: false for one that is in already. */
function join(owner: string | null, automationId: string): boolean {
  if (owner !== null && owner !== automationId) throw refuse("in_other_automation");
  return owner === null;
}
