import type * as contract from "#contract/teams/invite-urls.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { inviteUrl } from "./invite-token.ts";
import { findInvite, findOrganizationInvite } from "./invites.store.ts";
import { needsEachRole } from "./needs-each-role.ts";

export const inviteUrlHandlers: Handlers<typeof contract> = {
  async getTeamInviteUrl({ params }, context) {
    const row = await findInvite(context.db, params.id);
    if (!row || row.accepted_at !== null) throw refuse("invite_over");
    await needsEachRole(context, row);
    return { url: inviteUrl(context, row) };
  },

  async getOrganizationInviteUrl({ params }, context) {
    const row = await findOrganizationInvite(context.db, params.orgId, params.id);
    if (!row) throw refuse("not_found");
    await needsEachRole(context, row);
    return { url: inviteUrl(context, row) };
  },
};
