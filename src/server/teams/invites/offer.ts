import { type OrganizationRole, roleNames, type TeamRole } from "#contract/roles.ts";
import { teamEvents } from "#contract/teams/events.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context, Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { takeLink, teamOfLink } from "./invite-links.store.ts";
import { addMember, findInvite, type InviteRow, pendingFor, takeInvite } from "./invites.store.ts";
import { isLinkOf, roleWords } from "./invite-token.ts";
import { idNamedBy, idOfToken } from "./link-token.ts";

/** Where a token leads. */
export interface Offer {
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

/** An offer, with its role as people read it. */
interface OfferSeen extends Offer {
  readonly role: string;
}

const linkOver = "This link has ended, or as many people joined by it as it was made for. Ask for a new one.";

/** What a token offers now. Throws `invite_over`. */
export async function offerOf({ signer, clock }: Pick<Services, "signer" | "clock">, db: Db, token: string): Promise<OfferSeen> {
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
      role: roleNames["team:member"],
      invitedBy: linked.invited_by_name,
    };
  }
  const id = idNamedBy("invite", token);
  const row = id === undefined ? undefined : await findInvite(db, id);
  if (!row || row.accepted_at !== null || !isLinkOf(signer, token, row)) throw refuse("invite_over");
  return offerBy(row);
}

/** What waits for an address. */
export async function offersFor(db: Db, email: string, now: string): Promise<Offer[]> {
  return (await pendingFor(db, email, now)).map(offerBy);
}

function offerBy(row: InviteRow): OfferSeen {
  return {
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationRole: row.organization_role,
    teamId: row.team_id,
    teamName: row.team_name,
    teamRole: row.team_role,
    role: roleWords(row),
    invitedBy: row.invited_by_name,
    invite: { id: row.id, email: row.email, expiresAt: row.expires_at },
  };
}

export function isOver({ clock }: Pick<Services, "clock">, { expiresAt }: { readonly expiresAt: string }): boolean {
  return expiresAt <= clock().toISOString();
}

/** Makes a person a member by what they were offered. Throws `invite_over`, `invite_expired`. */
export async function join(context: Pick<Context, "clock">, tx: Db, offer: Offer, userId: string): Promise<void> {
  const { invite, linkId, teamId, teamRole } = offer;
  const now = context.clock().toISOString();
  if (invite && !(await takeInvite(tx, invite.id, userId, now))) throw refuse(isOver(context, invite) ? "invite_expired" : "invite_over");
  const isNew = await addMember(tx, userId, offer);
  if (isNew && linkId !== undefined && !(await takeLink(tx, linkId, now))) throw refuse("invite_over", linkOver);
  const data = teamRole ? { role: teamRole } : {};
  await record(tx, teamEvents, { type: "member.joined", team: teamId, actor: { kind: "user", id: userId }, subject: userId, data });
}

/** Says to other windows that somebody joined, once it is durable. */
export function tell({ live }: Pick<Context, "live">, { teamId }: Offer, userId: string): void {
  if (teamId !== null) for (const topic of ["member", "invite"] as const) live.publish({ teamId, topic, id: "*" });
  live.publish({ teamId: "", topic: "access", id: "*", userId });
}
