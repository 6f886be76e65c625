import { change, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { refusedCodes, refusedSignIns } from "#contract/refused.ts";
import { organizationRoles, teamRoles } from "#contract/roles.ts";
import { z } from "#contract/zod.ts";

const of = subjects({
  api_key: { by: "id", in: "api_key" },
  organization: { by: "orgId" },
  member: { by: "memberId" },
  invite: { by: "id", in: "invite" },
  team: { by: "teamId", in: "" },
  /** Who calls. */
  user: {},
});

export const teamEvents = {
  "api_key.created": change(of.api_key),
  "api_key.rotated": change(of.api_key, { overlap_hours: z.int() }),
  "api_key.revoked": change(of.api_key),
  "team.created": change(of.team),
  "sample_workspace.loaded": change(of.team),
  "sample_workspace.removed": change(of.team),
  "member.joined": change(of.member, { role: z.enum(teamRoles).optional() }),
  "invite.created": change(of.invite, { role: z.enum(teamRoles).optional() }),
  "invite.changed": change(of.invite, { role: z.enum(teamRoles).optional() }),
  "invite.sent": change(of.invite),
  "invite.revoked": change(of.invite),
  "invite_link.created": change(of.team),
  "invite_link.removed": change(of.team),
  "member.role_changed": change(of.member, { role: z.enum(teamRoles) }),
  "member.removed": change(of.member),
  "organization_member.role_changed": change(of.member, { role: z.enum(organizationRoles) }),
  "organization_member.removed": change(of.member),
  "organization.retention_changed": change(of.organization),
  "organization.discovery_changed": change(of.organization),
  /** By a name that nobody has; of the organization that set the installation up. What was typed may be a password. */
  "organization.unknown_sign_in": change(of.organization, { reason: z.enum(refusedSignIns) }),
  "user.signed_in": change(of.user, { second_factor: z.boolean(), provider: z.boolean().optional() }),
  "user.sign_in_failed": change(of.user, { reason: z.enum(refusedSignIns) }),
  "user.signed_out": change(of.user),
  /** They may not do what they asked for, or did not prove who they are. */
  "user.refused": change(of.user, { reason: z.enum(refusedCodes), target_id: uuid.nullable() }),
  "user.profile_changed": change(of.user),
  "user.password_changed": change(of.user),
  "user.provider_linked": change(of.user),
  "user.provider_unlinked": change(of.user),
  "user.second_factor_added": change(of.user),
  "user.second_factor_removed": change(of.user),
  "user.signed_out_everywhere": change(of.user),
};

type TeamEvents = typeof teamEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends TeamEvents {}
}
