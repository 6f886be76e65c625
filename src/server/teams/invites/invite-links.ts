import type * as contract from "#contract/teams/invite-links.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { deleteLink, findJoiners, findLink, replaceLink } from "./invite-links.store.ts";
import { linkTo, linkToken } from "./link-token.ts";

const dayMs = 86_400_000;

export const inviteLinkHandlers: Handlers<typeof contract> = {
  async getTeamInviteLink(_input, context) {
    const link = await findLink(context.db, context.team.id);
    if (!link) return { hasLink: false, url: null, created_at: null, expires_at: null, max_uses: null, uses: 0, joined: [] };
    const { id, ...bounds } = link;
    return { hasLink: true, url: urlOf(context, id), ...bounds, joined: await findJoiners(context.db, context.team.id, id) };
  },

  async createTeamInviteLink({ body: { max_uses, expires_in_days } }, context) {
    const expires = new Date(context.clock().getTime() + expires_in_days * dayMs).toISOString();
    const { id, ...bounds } = await replaceLink(context.db, context.team.id, context.caller.userId, max_uses, expires);
    return { hasLink: true, url: urlOf(context, id), ...bounds };
  },

  async deleteTeamInviteLink(_input, { db, team }) {
    await deleteLink(db, team.id);
    return { success: true };
  },
};

function urlOf({ config, signer }: Context, id: string): string {
  return linkTo(config.baseUrl, "join", linkToken(signer, "team", id));
}
