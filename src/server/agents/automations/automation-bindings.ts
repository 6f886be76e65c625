import type * as contract from "#contract/agents/automation-bindings.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { edited, requireDraft } from "./automation-drafts.ts";
import { bindAgent, bindQueue, unbindAgent } from "./automation-revisions.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { isRevisionOf } from "#server/agents/slots/slots.store.ts";

export const automationBindingHandlers: Handlers<typeof contract> = {
  async setAutomationRevisionAgent({ params, body }, context) {
    const { db, team } = context;
    const draft = await requireDraft(context, params);
    const agent = await lockAgent(db, params.agent_id);
    if (agent?.team_id !== team.id) throw refuse("not_found");
    if (agent.automation_id !== draft.automation_id) throw refuse("not_a_member", "Add the agent to the automation first.");
    requireChange(context, agent);
    if (!(await isRevisionOf(db, agent.id, body.build_id))) throw invalid(["build_id"], "The agent has no such revision");
    await bindAgent(db, draft, agent.id, body.build_id);
    return edited(context, params);
  },

  async removeAutomationRevisionAgent({ params }, context) {
    const draft = await requireDraft(context, params);
    if (!(await unbindAgent(context.db, draft.id, params.agent_id))) throw refuse("not_found");
    return edited(context, params);
  },

  async setAutomationRevisionQueue({ params, body }, context) {
    const { db, team } = context;
    const draft = await requireDraft(context, params);
    const queue = await lockQueue(db, params.case_queue_id);
    if (queue?.team_id !== team.id) throw refuse("not_found");
    if (queue.automation_id !== draft.automation_id) throw refuse("not_a_member", "Add the queue to the automation first.");
    if (body.agent_id && !draft.agents.some((agent) => agent.agent_id === body.agent_id))
      throw invalid(["agent_id"], "This draft does not include this agent");
    await bindQueue(db, draft, queue.id, body);
    return edited(context, params);
  },
};
