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
import { takeLink, teamOfLink } from "./invite-links.store.ts";
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
  /** The link of a team, which is for anybody. */
  readonly linkId?: string;
  /** Absent for such a link. */
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
    const { token, name, password } = body;
    const first = await offerOf(context, context.db, token);
    const email = (first.invite?.email ?? body.email ?? "").toLowerCase();
    if (email === "") throw refuse("invalid_request", "Enter your email address.");
    await identity.attempts.spend({ kind: "register", address });
    const { offer, userId } = await context.db.transaction(async (tx) => {
      const found = await offerOf(context, tx, token);
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

const linkOver = "This link has ended, or as many people joined by it as it was made for. Ask for a new one.";

/** What a token offers now. Throws `invite_over`. */
async function offerOf({ signer, clock }: Pick<Services, "signer" | "clock">, db: Db, token: string): Promise<Offer> {
  const linkId = idOfToken(signer, "team", token);
  if (linkId !== undefined) {
    const linked = await teamOfLink(db, linkId, clock().toISOString());
    if (!linked) throw refuse("invite_over", linkOver);
    return {
      linkId,
      organizationId: linked.organization_id,
      organizationName: linked.organization_name,
      organizationRole: "organization:member",
      teamId: linked.team_id,
      teamName: linked.team_name,
      teamRole: "team:member",
      invitedBy: linked.invited_by_name,
    };
  }
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
  const { invite, linkId, teamId, teamRole } = offer;
  const now = context.clock().toISOString();
  if (invite && !(await takeInvite(tx, invite.id, userId, now))) throw refuse(isOver(context, invite) ? "invite_expired" : "invite_over");
  const isNew = await addMember(tx, userId, offer);
  if (isNew && linkId !== undefined && !(await takeLink(tx, linkId, now))) throw refuse("invite_over", linkOver);
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
