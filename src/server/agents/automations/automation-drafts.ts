import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findBound, touchRevision } from "./automation-revisions.store.ts";
import { requireAutomationChange } from "./automation-rights.ts";
import { lockAutomation, patchAutomation } from "./automations.store.ts";

interface Ids {
  readonly automation_id: string;
  readonly revision_id: string;
}

/** Holds the automation and finds a draft of it. Throws 409 for a revision that is active or was: those never change. */
export async function requireDraft(context: Context, params: Ids): Promise<BoundRevision> {
  requireAutomationChange(context, await lockAutomation(context.db, params.automation_id));
  const revision = await required(context, params);
  if (revision.status !== "draft") throw refuse("revision_fixed");
  return revision;
}

/** A revision of the automation. Throws 404 for one that it does not have. */
export async function required({ db }: Context, { automation_id, revision_id }: Ids): Promise<BoundRevision> {
  const revision = await findBound(db, automation_id, revision_id);
  if (!revision) throw refuse("not_found");
  return revision;
}

/** Notes that a draft was changed. Returns it as the answer. */
export async function edited(context: Context, params: Ids): Promise<{ revision: BoundRevision }> {
  await touchRevision(context.db, params.revision_id);
  await changed(context, params.automation_id);
  return { revision: await required(context, params) };
}

export async function changed(context: Context, automationId: string): Promise<void> {
  await patchAutomation(context.db, automationId);
  context.changed("automation", automationId);
}
