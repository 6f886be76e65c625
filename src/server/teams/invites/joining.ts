import type * as contract from "#contract/teams/joining.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import type { SignInContext } from "#server/teams/sign-in/identity.ts";
import { findUserByEmail } from "#server/teams/sign-in/identity.store.ts";
import { requirePasswords } from "#server/teams/sign-in/passwords-off.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import { isOver, join, offerOf, tell } from "./offer.ts";

export const joiningHandlers: Handlers<typeof contract, SignInContext> = {
  async lookAtInvite({ body }, context) {
    const offer = await offerOf(context, context.db, body.token);
    const { invite, organizationName, teamName, role, invitedBy } = offer;
    return {
      invite: {
        organization_name: organizationName,
        team_name: teamName,
        role,
        invited_by_name: invitedBy,
        email: invite?.email ?? null,
        account: invite !== undefined && (await findUserByEmail(context.db, invite.email)) !== undefined,
        expires_at: invite?.expiresAt ?? null,
        expired: invite !== undefined && isOver(context, invite),
      },
    };
  },

  async acceptInvite({ body }, context) {
    const { db, caller } = context;
    const offer = await offerOf(context, db, body.token);
    const person = await findPerson(db, caller.userId);
    if (offer.invite && person?.email !== offer.invite.email)
      throw refuse(
        "invite_for_other",
        `This invite is for ${offer.invite.email}, and you are signed in as ${person?.email ?? "somebody else"}.`,
      );
    await join(context, db, offer, caller.userId);
    tell(context, offer, caller.userId);
    return { team_id: offer.teamId };
  },

  async registerByInvite({ body }, context) {
    const { identity, address } = context;
    requirePasswords(context);
    const { token, name, password } = body;
    const first = await offerOf(context, context.db, token);
    const email = (first.invite?.email ?? body.email ?? "").toLowerCase();
    if (email === "") throw invalid(["email"], "Enter an email address");
    await identity.attempts.spend({ kind: "register", address });
    const { offer, userId } = await context.db.transaction(async (tx) => {
      const found = await offerOf(context, tx, token);
      if (await findUserByEmail(tx, email)) throw refuse("account_exists");
      const id = await unlessDuplicate(tx, (at) => identity.createUser(at, { email, name, password, claimed: !found.invite }));
      if (id === undefined) throw refuse("account_exists");
      await join(context, tx, found, id);
      return { offer: found, userId: id };
    });
    for (const cookie of await identity.signInCreated(context.db, { email, password })) context.setCookie(cookie);
    tell(context, offer, userId);
    return { team_id: offer.teamId };
  },
};
