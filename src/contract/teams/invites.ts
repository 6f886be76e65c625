import { emailAddress } from "#contract/email-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { organizationRole, teamRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";
import { mayHandOver } from "./rights.ts";

/** What became of the last mail of an invite. `none`: nothing was sent, so its link has to be handed over. */
export const mailStates = ["none", "waiting", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

/** As many wait in one team, or for an organization alone (ours). */
export const mostInvites = 200;

/** For as many days a link works, from the last time it was sent or prolonged (ours). */
export const inviteDays = 7;

/** What a form begins with, and what a join link and an approved request give. */
export const usualRole = "team:member";
export const usualOrganizationRole = "organization:member";

const invited = {
  id: uuid,
  email: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  expired: z.boolean(),
  mail: z.enum(mailStates),
  /** Why the mail failed. */
  mail_error: z.string().nullable(),
  invited_by_name: z.string().nullable(),
};

const ofOneTeam = { ...invited, team_id: uuid, role: teamRole };
export const TeamInvite = record("TeamInvite", ofOneTeam);
export type TeamInvite = z.output<typeof TeamInvite>;

/** With its link, which lets in whoever has it. Every other answer is without. */
export const CreatedTeamInvite = record("CreatedTeamInvite", { ...ofOneTeam, url: z.string() });
export type CreatedTeamInvite = z.output<typeof CreatedTeamInvite>;

const area = "Invites";
const ofTeam = z.strictObject({ teamId: idOf("team") });
const one = z.strictObject({ id: idOf("invite") });
const managing = { scope: "team", by: "teamId", role: "team:manager" } as const;
const managingOne = { scope: "team", by: "id", role: "team:manager" } as const;
/** Accepted and ignored: links are built from the service's own address. */
const frontendUrl = text(0, 2000).optional();

export const listTeamInvites = endpoint({
  name: "listTeamInvites",
  method: "GET",
  path: "/v2/teams/{teamId}/invites",
  area,
  summary: "Pending invites, newest first (at most 200), without those to a role above Member in the organization",
  access: managing,
  reads: ["invite", "team"],
  params: ofTeam,
  reply: z.strictObject({ invites: z.array(TeamInvite), total: int53 }),
});

export const createTeamInvite = endpoint({
  name: "createTeamInvite",
  method: "POST",
  path: "/v2/teams/{teamId}/invites",
  area,
  summary: "Invite an email address to a team, with no role above one's own; sends no mail, and answers the link",
  access: managing,
  records: "invite.created",
  changes: ["invite"],
  params: ofTeam,
  body: z.strictObject({ email: emailAddress, role: teamRole }),
  reply: z.strictObject({ invite: CreatedTeamInvite }),
  status: 201,
  errors: ["already_member", "already_invited", "too_many"],
  creates: "once",
});

export const sendTeamInviteEmail = endpoint({
  name: "sendTeamInviteEmail",
  method: "POST",
  path: "/v2/invites/{id}/email",
  area,
  summary: "Send the mail of an invite, or send it again; its link works for 7 more days",
  access: managingOne,
  may: mayHandOver,
  records: "invite.sent",
  changes: ["invite"],
  params: one,
  body: z.strictObject({ frontendUrl }),
  /** `emailSent` is false where this installation sends no mail: the link was prolonged all the same. */
  reply: z.strictObject({ success: z.boolean(), emailSent: z.boolean(), invite: TeamInvite }),
  errors: ["invite_over"],
});

export const updateTeamInvite = endpoint({
  name: "updateTeamInvite",
  method: "PATCH",
  path: "/v2/invites/{id}",
  area,
  summary: "Change the role of a pending invite; its link ends, a sent mail is sent again with another",
  access: managingOne,
  may: mayHandOver,
  records: "invite.changed",
  changes: ["invite"],
  params: one,
  body: z.strictObject({ role: teamRole }),
  reply: z.strictObject({ invite: TeamInvite }),
  errors: ["invite_over"],
});

export const deleteTeamInvite = endpoint({
  name: "deleteTeamInvite",
  method: "DELETE",
  path: "/v2/invites/{id}",
  area,
  summary: "Revoke an invite: its link ends at once",
  access: { ...managingOne, role: "team:superadmin" },
  records: "invite.revoked",
  changes: ["invite"],
  params: one,
  reply: Success,
  errors: ["invite_over"],
});

export const inviteOrgMember = endpoint({
  name: "inviteOrgMember",
  method: "POST",
  path: "/v2/organizations/{orgId}/members",
  area: "Organizations",
  summary: "Invite an email address to an organization, and to one of its teams as a Member; sends the mail",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  changes: ["invite"],
  params: z.strictObject({ orgId: idOf("organization") }),
  body: z.strictObject({ email: emailAddress, role: organizationRole, frontendUrl, teamId: idOf("team").optional() }),
  reply: z.strictObject({ success: z.boolean(), invitationId: uuid, emailSent: z.boolean() }),
  status: 201,
  errors: ["already_member", "already_invited", "too_many"],
  creates: "replayed",
});

export const OrganizationInvite = record("OrganizationInvite", {
  ...invited,
  role: organizationRole,
  /** The team that it is to as well, as a Member; null: it is to the organization only. */
  team_id: uuid.nullable(),
  team_name: z.string().nullable(),
});
export type OrganizationInvite = z.output<typeof OrganizationInvite>;
const ofOrganization = z.strictObject({ orgId: idOf("organization") });
const administering = { scope: "organization", by: "orgId", role: "organization:admin" } as const;
const ours = "The specification invites people to an organization, and has no way to see or revoke that.";

export const listOrganizationInvites = endpoint({
  name: "listOrganizationInvites",
  method: "GET",
  path: "/v2/organizations/{orgId}/invites",
  area: "Organizations",
  summary: "Pending invites to no team, or to a role above Member in the organization, newest first (at most 200)",
  access: administering,
  reads: ["invite", "team"],
  ours,
  params: ofOrganization,
  reply: z.strictObject({ invites: z.array(OrganizationInvite), total: int53 }),
});

export const deleteOrganizationInvite = endpoint({
  name: "deleteOrganizationInvite",
  method: "DELETE",
  path: "/v2/organizations/{orgId}/invites/{id}",
  area: "Organizations",
  summary: "Revoke an invite to the organization: its link ends at once",
  access: administering,
  records: "invite.revoked",
  changes: ["invite"],
  ours,
  params: ofOrganization.extend({ id: idOf("invite") }),
  reply: Success,
});
