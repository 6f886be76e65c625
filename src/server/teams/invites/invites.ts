import * as contract from "#contract/teams/invites.ts";
import { mayGrant, mayGrantInOrganization } from "#contract/teams/rights.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { needsOrganizationRole, needsRole } from "#server/platform/http/needs-role.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findOrganizationMember, lockOrganization, teamsOf } from "#server/teams/members/organization-members.store.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";
import * as store from "./invites.store.ts";
import { inviteUrl } from "./invite-token.ts";
import { needsEachRole } from "./needs-each-role.ts";

export const inviteHandlers: Handlers<typeof contract> = {
  async listTeamInvites(_input, context) {
    const rows = await store.pendingOfTeam(context.db, context.team.id);
    return { invites: rows.map((row) => ofTeam(context, row)), total: rows.length };
  },

  async createTeamInvite({ body }, context) {
    const { db, team } = context;
    if (!mayGrant(body.role, team)) throw needsRole(body.role);
    await lockTeam(db, team.id);
    const organizationId = await store.organizationOf(db, team.id);
    if (!organizationId) throw refuse("not_found");
    if ((await store.pendingOfTeam(db, team.id)).length >= contract.mostInvites) throw full();
    const to = { organizationId, teamId: team.id, teamRole: body.role, organizationRole: "organization:member" } as const;
    const row = await insert(context, body.email, to);
    return { invite: { ...ofTeam(context, row), url: inviteUrl(context, row) } };
  },

  async sendTeamInviteEmail({ params }, context) {
    const { db, config } = context;
    const invite = await store.lockInvite(db, params.id);
    if (!invite) throw refuse("invite_over");
    await needsEachRole(context, invite);
    await store.prolong(db, invite.id, later(context));
    const emailSent = config.smtpUrl !== undefined;
    if (emailSent) await store.mailInvite(db, invite);
    return { success: true, emailSent, invite: ofTeam(context, (await store.findInvite(db, invite.id)) ?? invite) };
  },

  async updateTeamInvite({ params, body }, context) {
    const { db, config } = context;
    const invite = await store.lockInvite(db, params.id);
    if (!invite) throw refuse("invite_over");
    const next = { ...invite, team_role: body.role };
    for (const row of [invite, next]) await needsEachRole(context, row);
    await store.setInviteRole(db, invite.id, body.role);
    // The link in an earlier mail gives the earlier role, and works no longer.
    const mailed = invite.mail !== "none" && invite.team_role !== body.role && config.smtpUrl !== undefined;
    if (mailed) await store.mailInvite(db, invite);
    return { invite: ofTeam(context, { ...next, ...(mailed && { mail: "waiting", mail_error: null }) }) };
  },

  async deleteTeamInvite({ params }, { db }) {
    if (!(await store.deleteInvite(db, params.id))) throw refuse("invite_over");
    return { success: true };
  },

  async inviteOrgMember({ params, body }, context) {
    const { db, caller, config } = context;
    const self = await findOrganizationMember(db, params.orgId, caller.userId);
    if (!self || !mayGrantInOrganization(body.role, self)) throw needsOrganizationRole(body.role);
    await lockOrganization(db, params.orgId);
    if ((await store.pendingOfOrganization(db, params.orgId)).length >= contract.mostInvites) throw full();
    const teamId = body.teamId ?? null;
    if (teamId !== null && (await store.organizationOf(db, teamId)) !== params.orgId) throw refuse("not_found");
    const invite = await insert(context, body.email, {
      organizationId: params.orgId,
      organizationRole: body.role,
      teamId,
      teamRole: teamId === null ? null : "team:member",
    });
    const emailSent = config.smtpUrl !== undefined;
    if (emailSent) await store.mailInvite(db, invite);
    await tell(context, params.orgId);
    return { success: true, invitationId: invite.id, emailSent };
  },

  async listOrganizationInvites({ params }, context) {
    const rows = await store.pendingOfOrganization(context.db, params.orgId);
    const shownRows = rows.map((row) => {
      const { organization_role: role, team_id, team_name } = row;
      return { ...shown(context, row), role, team_id, team_name };
    });
    return { invites: shownRows, total: rows.length };
  },

  async deleteOrganizationInvite({ params }, context) {
    const { db } = context;
    if (!(await store.findOrganizationInvite(db, params.orgId, params.id))) throw refuse("not_found");
    if (!(await store.deleteInvite(db, params.id))) throw refuse("not_found");
    await tell(context, params.orgId);
    return { success: true };
  },
};

/** The windows of the organization's teams: its own page is open beside one of them. */
async function tell({ db, live }: Context, orgId: string): Promise<void> {
  for (const teamId of await teamsOf(db, orgId)) live.publish({ teamId, topic: "invite", id: "*" });
}

type To = Pick<store.NewInvite, "organizationId" | "organizationRole" | "teamId" | "teamRole">;

async function insert(context: Context, address: string, to: To): Promise<store.InviteRow> {
  const { db, caller } = context;
  const email = address.toLowerCase();
  if (await store.isMember(db, to, email)) throw refuse("already_member");
  const id = await store.insertInvite(db, { ...to, email, createdBy: caller.userId, expiresAt: later(context) });
  const invite = id === undefined ? undefined : await store.findInvite(db, id);
  if (!invite) throw refuse("already_invited");
  return invite;
}

function later({ clock }: Pick<Context, "clock">): string {
  return new Date(clock().getTime() + contract.inviteDays * 86_400_000).toISOString();
}

function shown({ clock }: Pick<Context, "clock">, row: store.InviteRow) {
  const { id, email, created_at, expires_at, mail, mail_error, invited_by_name } = row;
  const expired = expires_at <= clock().toISOString();
  return { id, email, created_at, expires_at, expired, mail, mail_error, invited_by_name };
}

function ofTeam(context: Context, row: store.InviteRow): contract.TeamInvite {
  return { ...shown(context, row), team_id: row.team_id ?? "", role: row.team_role ?? "team:member" };
}

function full() {
  return refuse("too_many", `${contract.mostInvites} invites are pending, as many as there may be. Revoke some first.`);
}
