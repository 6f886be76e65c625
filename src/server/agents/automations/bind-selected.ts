import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { AgentRecord } from "#server/agents/agents/agents.store.ts";
import { changed } from "./automation-drafts.ts";
import { bindAgent, findBound, insertDraft, touchRevision } from "./automation-revisions.store.ts";
import { requireAutomationChange } from "./automation-rights.ts";
import { lockAutomation } from "./automations.store.ts";

/**
 * Binds a build in the revision of its agent's automation that the caller works on: in a draft at once, for the active one in a draft made from
 * it. A revision of another automation is ignored. Throws 409 for a historic one.
 */
export async function bindSelected(context: Context, agent: AgentRecord, buildId: string, selected: string | undefined): Promise<void> {
  const { db, caller } = context;
  if (!selected || !agent.automation_id) return;
  const revision = await findBound(db, agent.automation_id, selected);
  if (!revision) return;
  const { id: automationId } = requireAutomationChange(context, await lockAutomation(db, agent.automation_id));
  if (revision.status === "historic") throw refuse("revision_fixed");
  const draftId =
    revision.status === "draft" ? revision.id : await insertDraft(db, { automationId, baseId: revision.id, userId: caller.userId });
  await bindAgent(db, { id: draftId, automation_id: automationId }, agent.id, buildId);
  await touchRevision(db, draftId);
  await changed(context, automationId);
}
