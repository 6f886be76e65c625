import { copyAttachments } from "#server/connections/agreements/attachments.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { copyRubrics } from "#server/agents/rubrics/eval-rubrics.store.ts";
import { copySlots } from "#server/agents/slots/slots.store.ts";

/** What a revision that is made from another one takes over beside its configuration: slots, rubrics, secrets and logins. */
export async function copyBelongings(db: Db, from: string, to: { buildId: string; agentId: string; userId: string }): Promise<void> {
  await copySlots(db, from, to.buildId);
  await copyRubrics(db, from, to.buildId);
  await copyAttachments(db, from, to);
}
