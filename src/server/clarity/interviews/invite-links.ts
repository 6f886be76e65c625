import type * as contract from "#contract/clarity/invite-links.ts";
import { inviteLinkDays } from "#contract/clarity/invite-links.ts";
import { invitesGuests } from "#contract/clarity/rights.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import { hashOfToken, newGuestToken } from "./guest-token.ts";
import { endInvites, findActiveInvite, insertInvite } from "./invites.store.ts";

const dayMs = 86_400_000;

export const clarityInviteLinkHandlers: Handlers<typeof contract> = {
  async createClarityInviteLink({ params }, context) {
    const { db, caller, clock, config } = context;
    const process = await lockedProcess(context, params.process_id, invitesGuests);
    await endInvites(db, process.id);
    const token = newGuestToken();
    const expiresAt = new Date(clock().getTime() + inviteLinkDays * dayMs).toISOString();
    const made = await insertInvite(db, { processId: process.id, tokenHash: hashOfToken(token), userId: caller.userId, expiresAt });
    if (process.status === "draft") await patchProcess(db, process.id, { status: "collecting" });
    const email = (await findPerson(db, caller.userId))?.email ?? null;
    return { invite_link: { ...made, url: `${config.baseUrl}/c/${token}`, created_by: { id: caller.userId, email } } };
  },

  async getClarityInviteLink({ params }, context) {
    const process = await requireProcess(context, params.process_id);
    return { invite_link: (await findActiveInvite(context.db, process.id, context.clock().toISOString())) ?? null };
  },

  async deleteClarityProcessInviteLink({ params }, context) {
    const process = await lockedProcess(context, params.process_id, invitesGuests);
    if (!(await endInvites(context.db, process.id))) context.unchanged();
    return { success: true as const };
  },
};
