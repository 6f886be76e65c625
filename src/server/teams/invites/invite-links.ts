import type * as contract from "#contract/teams/invite-links.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { deleteLink, findLink, replaceLink } from "./invite-links.store.ts";
import { linkTo, linkToken } from "./link-token.ts";

export const inviteLinkHandlers: Handlers<typeof contract> = {
  async getTeamInviteLink(_input, context) {
    const link = await findLink(context.db, context.team.id);
    return { hasLink: link !== undefined, url: link ? urlOf(context, link.id) : null, created_at: link?.created_at ?? null };
  },

  async createTeamInviteLink(_input, context) {
    const { id, created_at } = await replaceLink(context.db, context.team.id, context.caller.userId);
    return { hasLink: true, url: urlOf(context, id), created_at };
  },

  async deleteTeamInviteLink(_input, { db, team }) {
    await deleteLink(db, team.id);
    return { success: true };
  },
};

function urlOf({ config, signer }: Context, id: string): string {
  return linkTo(config.baseUrl, "join", linkToken(signer, "team", id));
}
