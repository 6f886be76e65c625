import type * as contract from "#contract/clarity/organizing.ts";
import { listUnplaced } from "#server/clarity/landscape/details.store.ts";
import { tellLandscape } from "#server/clarity/landscape/in-landscape.ts";
import { findPass } from "#server/clarity/landscape/passes.store.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { isUnderWay, startPass } from "./passes.store.ts";

export const clarityOrganizingHandlers: Handlers<typeof contract> = {
  async generateClarityProcessLandscape({ params: { orgId } }, context) {
    const unplaced = await unplacedNow(context, orgId);
    if (unplaced === 0) throw refuse("nothing_to_place");
    const generationId = await startPass(context.db, orgId, "generate", context.caller.userId);
    await tellLandscape(context, orgId);
    // Captures that belong to no process cannot be collected yet.
    return { started: true as const, generationId, eligibleCaptureCount: 0, eligibleProcessCount: unplaced };
  },

  async organizeClarityProcessLandscape({ params: { orgId } }, context) {
    const unplaced = await unplacedNow(context, orgId);
    if (unplaced === 0) {
      context.unchanged();
      return { started: false };
    }
    await startPass(context.db, orgId, "organize", context.caller.userId);
    await tellLandscape(context, orgId);
    return { started: true };
  },
};

/** How many processes have no place. Throws while a pass is under way. */
async function unplacedNow({ db }: Context, organizationId: string): Promise<number> {
  await lock(db, locks.clarityLandscape(organizationId));
  if (isUnderWay(await findPass(db, organizationId))) throw refuse("landscape_busy");
  return (await listUnplaced(db, organizationId)).length;
}
