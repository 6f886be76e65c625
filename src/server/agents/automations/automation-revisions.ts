import type * as contract from "#contract/agents/automation-revisions.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { disableIdleTriggers } from "#server/queues/triggers/case-triggers.store.ts";
import { repinPendingCases } from "#server/queues/schemas/repin-cases.ts";
import { activate, findCandidate, holdMembers } from "./activation.store.ts";
import { changed, required, requireDraft } from "./automation-drafts.ts";
import { baseRevision, findBound, insertDraft, listRevisionRows, removeDraft } from "./automation-revisions.store.ts";
import { requireAutomationChange } from "./automation-rights.ts";
import { reconcileTriggers } from "./automation-triggers.ts";
import { lockAutomation } from "./automations.store.ts";

export const automationRevisionHandlers: Handlers<typeof contract, EngineContext> = {
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

  async activateAutomationRevision({ params, body: { repin_pending_cases: repin, ...words } }, context) {
    const { db, caller } = context;
    // The lock comes first: of two activations the second one sees what the first one made active.
    const { id } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    await holdMembers(db, id);
    const candidate = await findCandidate(db, id, params.revision_id);
    if (!candidate) throw refuse("not_found");
    const { status, clashing_names: names, generating } = candidate;
    if (status === "active") throw refuse("already_live", "This revision is already active.");
    if (generating) throw refuse("generation_active");
    if (names.length > 0) throw refuse("queue_names_clash", `Two queues would both be named “${names[0]}”.`, { names });
    const agents = await activate(db, { automationId: id, revisionId: params.revision_id, userId: caller.userId, ...words });
    await reconcileTriggers(context, { automationId: id, revisionId: params.revision_id });
    // Triggers of queues outside the automation, which a revision says nothing about.
    await disableIdleTriggers(db, agents);
    if (repin) await repinPendingCases(context, id);
    await changed(context, id);
    for (const agentId of agents) for (const topic of ["agent", "suggestion"] as const) context.changed(topic, agentId);
    // An active revision names queues.
    context.changed("queue", "*");
    return { revision: await required(context, params) };
  },
};
