import { organizationRoleNames, roleNames, type OrganizationRole, type TeamRole } from "#contract/roles.ts";
import type * as contract from "#contract/teams/joining.ts";
import { teamEvents } from "#contract/teams/events.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context, Handlers, Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { SignInContext } from "#server/teams/sign-in/identity.ts";
import { findUserByEmail } from "#server/teams/sign-in/identity.store.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import { teamOfLink } from "./invite-links.store.ts";
import { addMember, findInvite, takeInvite } from "./invites.store.ts";
import { idOfToken } from "./link-token.ts";

/** Where a token leads. */
interface Offer {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationRole: OrganizationRole;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly teamRole: TeamRole | null;
  readonly invitedBy: string | null;
  /** Absent for the link of a team, which is for anybody. */
  readonly invite?: { readonly id: string; readonly email: string; readonly expiresAt: string };
}

export const joiningHandlers: Handlers<typeof contract, SignInContext> = {
  async lookAtInvite({ body }, context) {
    const offer = await offerOf(context, context.db, body.token);
    const { invite, organizationName, teamName, teamRole, organizationRole, invitedBy } = offer;
    return {
      invite: {
        organization_name: organizationName,
        team_name: teamName,
        role: teamRole ? roleNames[teamRole] : organizationRoleNames[organizationRole],
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
    const offer = await offerOf(context, db, body.token, true);
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
    const { identity } = context;
    const { token, name, password } = body;
    const first = await offerOf(context, context.db, token);
    const email = (first.invite?.email ?? body.email ?? "").toLowerCase();
    if (email === "") throw refuse("invalid_request", "Enter your email address.");
    const { offer, userId } = await context.db.transaction(async (tx) => {
      const found = await offerOf(context, tx, token, true);
      if (await findUserByEmail(tx, email)) throw refuse("account_exists");
      const id = await identity.createUser(tx, { email, name, password }).catch(asTaken);
      await join(context, tx, found, id);
      return { offer: found, userId: id };
    });
    for (const cookie of await identity.signInCreated(context.db, { email, password })) context.setCookie(cookie);
    tell(context, offer, userId);
    return { team_id: offer.teamId };
  },
};

/** What a token offers. `hold`: it stays so until the transaction ends. Throws `invite_over`. */
async function offerOf({ signer }: Pick<Services, "signer">, db: Db, token: string, hold = false): Promise<Offer> {
  const linkId = idOfToken(signer, "team", token);
  const linked = linkId === undefined ? undefined : await teamOfLink(db, linkId, hold);
  if (linked)
    return {
      organizationId: linked.organization_id,
      organizationName: linked.organization_name,
      organizationRole: "organization:member",
      teamId: linked.team_id,
      teamName: linked.team_name,
      teamRole: "team:member",
      invitedBy: linked.invited_by_name,
    };
  const id = idOfToken(signer, "invite", token);
  const row = id === undefined ? undefined : await findInvite(db, id);
  if (!row || row.accepted_at !== null) throw refuse("invite_over");
  return {
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationRole: row.organization_role,
    teamId: row.team_id,
    teamName: row.team_name,
    teamRole: row.team_role,
    invitedBy: row.invited_by_name,
    invite: { id: row.id, email: row.email, expiresAt: row.expires_at },
  };
}

function isOver({ clock }: Pick<Services, "clock">, { expiresAt }: { readonly expiresAt: string }): boolean {
  return expiresAt <= clock().toISOString();
}

async function join(context: Pick<Context, "clock">, tx: Db, offer: Offer, userId: string): Promise<void> {
  const { invite, teamId, teamRole } = offer;
  if (invite && !(await takeInvite(tx, invite.id, userId, context.clock().toISOString())))
    throw refuse(isOver(context, invite) ? "invite_expired" : "invite_over");
  await addMember(tx, userId, offer);
  const data = teamRole ? { role: teamRole } : {};
  await record(tx, teamEvents, { type: "member.joined", team: teamId, actor: { kind: "user", id: userId }, subject: userId, data });
}

/** Two requests with one address: the second one finds it taken. */
function asTaken(error: unknown): never {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  throw code === "23505" ? refuse("account_exists") : error;
}

function tell({ live }: Pick<Context, "live">, { teamId }: Offer, userId: string): void {
  if (teamId !== null) for (const topic of ["member", "invite"] as const) live.publish({ teamId, topic, id: "*" });
  live.publish({ teamId: "", topic: "access", id: "*", userId });
}
