import type * as contract from "#contract/agents/automation-revisions.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import { lockQueue } from "#server/queues/queues.store.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { invalid, refuse } from "#server/http/refusal.ts";
import { activate, findCandidate, holdMembers } from "./activation.store.ts";
import { lockAgent } from "./agents.store.ts";
import { requireAutomationChange } from "./automation-rights.ts";
import {
  baseRevision,
  bindAgent,
  bindQueue,
  findBound,
  insertDraft,
  listRevisionRows,
  removeDraft,
  touchRevision,
  unbindAgent,
} from "./automation-revisions.store.ts";
import { lockAutomation, patchAutomation } from "./automations.store.ts";
import { requireChange } from "./rights.ts";
import { isRevisionOf } from "./slots.store.ts";

interface Ids {
  readonly automation_id: string;
  readonly revision_id: string;
}

export const automationRevisionHandlers: Handlers<typeof contract> = {
  async listAutomationRevisions({ params, query }, { db }) {
    return { ...(await listRevisionRows(db, params.automation_id, query)), ...query };
  },

  async createAutomationRevision({ params, body }, context) {
    const { db, caller } = context;
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    const { base_revision_id: given, name, description } = body;
    if (given && !(await findBound(db, id, given))) throw invalid(["base_revision_id"], "This automation has no such revision");
    const baseId = given ?? (await baseRevision(db, id));
    const revision_id = await insertDraft(db, { automationId: id, name, description, baseId, userId: caller.userId });
    await changed(context, id);
    return { revision: await required(context, { automation_id: id, revision_id }) };
  },

  async getAutomationRevision({ params }, context) {
    return { revision: await required(context, params) };
  },

  async deleteAutomationRevision({ params }, context) {
    const draft = await requireDraft(context, params);
    await removeDraft(context.db, draft.id);
    await changed(context, params.automation_id);
    return { success: true };
  },

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
      throw invalid(["agent_id"], "This draft binds no such agent");
    await bindQueue(db, draft, queue.id, body);
    return edited(context, params);
  },

  async activateAutomationRevision({ params, body: { repin_pending_cases: _none, ...words } }, context) {
    const { db, caller, team } = context;
    // The lock comes first: of two activations the second one sees what the first one made active.
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    await holdMembers(db, id);
    const candidate = await findCandidate(db, id, params.revision_id);
    if (!candidate) throw refuse("not_found");
    const { status, clashing_names: names, generating } = candidate;
    if (status === "active") throw refuse("already_live", "This revision is active already.");
    if (generating) throw refuse("generation_active");
    if (names.length > 0) throw refuse("queue_names_clash", `Two queues would both be called “${names[0]}”.`, { names });
    const agents = await activate(db, { automationId: id, revisionId: params.revision_id, userId: caller.userId, ...words });
    await changed(context, id);
    context.afterCommit(() => {
      for (const agentId of agents) context.live.publish({ teamId: team.id, topic: "agents", id: agentId });
      context.live.publish({ teamId: team.id, topic: "revisions", id: params.revision_id });
      context.live.publish({ teamId: team.id, topic: "queues", id: id });
    });
    return { revision: await required(context, params) };
  },
};

/** Holds the automation and finds a draft of it. Throws 409 for a revision that is active or was: those never change. */
async function requireDraft(context: Context, params: Ids): Promise<BoundRevision> {
  requireAutomationChange(context, await lockAutomation(context.db, params.automation_id));
  const revision = await required(context, params);
  if (revision.status !== "draft") throw refuse("revision_fixed");
  return revision;
}

async function required({ db }: Context, { automation_id, revision_id }: Ids): Promise<BoundRevision> {
  const revision = await findBound(db, automation_id, revision_id);
  if (!revision) throw refuse("not_found");
  return revision;
}

async function edited(context: Context, params: Ids): Promise<{ revision: BoundRevision }> {
  await touchRevision(context.db, params.revision_id);
  await changed(context, params.automation_id);
  return { revision: await required(context, params) };
}

async function changed({ db, afterCommit, live, team }: Context, automationId: string): Promise<void> {
  await patchAutomation(db, automationId);
  afterCommit(() => live.publish({ teamId: team.id, topic: "automations", id: automationId }));
}
