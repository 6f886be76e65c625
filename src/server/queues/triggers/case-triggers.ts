import { mayChangeTrigger } from "#contract/queues/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { sql } from "drizzle-orm";
import type { CaseTrigger } from "#contract/queues/case-triggers.ts";
import type * as contract from "#contract/queues/case-triggers.ts";
import { findAgentRecord } from "#server/agents/agents/agents.store.ts";
import { findDeletion, queuesLeft } from "#server/agents/deletion/deletion.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import {
  type TriggerFields,
  type TriggerRecord,
  findRivals,
  insertTrigger,
  listTriggers,
  lockTrigger,
  patchTrigger,
  removeTrigger,
} from "./case-triggers.store.ts";
import { findQueue, lockQueue } from "#server/queues/queues/queues.store.ts";
import { countFor } from "#server/queues/dispatch/waiting-cases.store.ts";
import { holdRouting } from "./routing.store.ts";
import { requireRouted } from "./routing.ts";

export const caseTriggerHandlers: Handlers<typeof contract, EngineContext> = {
  async listAgentCaseTriggers({ params }, context) {
    return { case_triggers: await triggersOf(context, params.agent_id) };
  },

  async createAgentCaseTrigger({ params, body: { case_queue_id, enabled, concurrency = null } }, context) {
    const { db, caller } = context;
    requireChange(context, await findAgentRecord(db, params.agent_id));
    await holdRouting(db, params.agent_id, case_queue_id);
    await holdQueue(context, case_queue_id);
    const made = await insertTrigger(db, params.agent_id, caller.userId, { queue_id: case_queue_id, enabled, concurrency });
    if (!made) throw refuse("has_trigger");
    await requireRouted(db, undefined, { agent_id: params.agent_id, queue_id: case_queue_id, enabled });
    context.afterCommit(context.engine.wakeCases);
    return { case_trigger: await required(context, params.agent_id) };
  },

  async previewAgentCaseTriggerConflicts({ params, query }, { db, team }) {
    if ((await findQueue(db, query.case_queue_id))?.team_id !== team.id)
      throw invalid(["case_queue_id"], "This queue does not exist in this team");
    const conflicting_agents = await findRivals(db, query.case_queue_id, params.agent_id);
    const waiting_cases = await countFor(db, query.case_queue_id, params.agent_id);
    return { has_conflict: conflicting_agents.length > 0, conflicting_agents, waiting_cases };
  },

  async getAgentCaseTrigger({ params }, context) {
    return { case_trigger: await required(context, params.agent_id, params.trigger_id) };
  },

  async updateAgentCaseTrigger({ params, body }, context) {
    const { case_queue_id, enabled, concurrency } = body;
    await holdRouting(context.db, params.agent_id, case_queue_id);
    const trigger = await requireRight(context, params);
    if (case_queue_id !== undefined) await holdQueue(context, case_queue_id);
    const patch: Partial<TriggerFields> = {
      ...(case_queue_id !== undefined && { queue_id: case_queue_id }),
      ...(enabled !== undefined && { enabled }),
      ...(concurrency !== undefined && { concurrency }),
    };
    if (Object.keys(patch).length > 0) {
      await requireRouted(context.db, trigger, { ...trigger, ...patch });
      await patchTrigger(context.db, trigger.id, patch);
      context.afterCommit(context.engine.wakeCases);
    }
    return { case_trigger: await required(context, params.agent_id) };
  },

  async deleteAgentCaseTrigger({ params }, context) {
    await holdRouting(context.db, params.agent_id, undefined);
    const trigger = await requireRight(context, params);
    await requireRouted(context.db, trigger, undefined);
    await removeTrigger(context.db, trigger.id);
    context.afterCommit(context.engine.wakeCases);
    return { success: true as const };
  },

  async previewAgentCaseTriggerDeletion({ params }, context) {
    const { id, can_disable } = await required(context, params.agent_id, params.trigger_id);
    if (!can_disable) throw notYours();
    return findDeletion(context.db, queuesLeft(sql`t.id = ${id}`));
  },
};

async function requireRight(context: EngineContext, params: { agent_id: string; trigger_id: string }): Promise<TriggerRecord> {
  const agent = await findAgentRecord(context.db, params.agent_id);
  const trigger = agent && (await lockTrigger(context.db, agent.id, params.trigger_id));
  if (!trigger) throw refuse("not_found");
  if (!mayChangeTrigger({ ...trigger, agent }, whoOf(context))) throw notYours();
  return trigger;
}

function notYours() {
  return refuse("forbidden", "Only the creator of this trigger, the creator of the agent, and Managers and above can change it.");
}

async function triggersOf(context: EngineContext, agentId: string): Promise<CaseTrigger[]> {
  const agent = await findAgentRecord(context.db, agentId);
  if (!agent) throw refuse("not_found");
  const rows = await listTriggers(context.db, agentId);
  return rows.map((row) => ({
    ...row,
    can_disable: mayChangeTrigger({ ...row, agent }, whoOf(context)),
    has_conflict: row.enabled && row.conflicting_agents.length > 0,
  }));
}

async function required(context: EngineContext, agentId: string, triggerId?: string): Promise<CaseTrigger> {
  const [trigger] = await triggersOf(context, agentId);
  if (!trigger || (triggerId !== undefined && trigger.id !== triggerId)) throw refuse("not_found");
  return trigger;
}

/** Keeps the queue from being deleted until the trigger names it. */
async function holdQueue({ db, team }: EngineContext, queueId: string): Promise<void> {
  if ((await lockQueue(db, queueId, "key share"))?.team_id !== team.id)
    throw invalid(["case_queue_id"], "This queue does not exist in this team");
}
