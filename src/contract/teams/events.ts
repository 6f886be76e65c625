import { change } from "#contract/event.ts";
import { organizationRoles, teamRoles } from "#contract/roles.ts";
import { z } from "#contract/zod.ts";

export const teamEvents = {
  "api_key.created": change("api_key"),
  "api_key.revoked": change("api_key"),
  "team.created": change("team"),
  "member.joined": change("member", { role: z.enum(teamRoles).optional() }),
  "invite.created": change("invite", { role: z.enum(teamRoles).optional() }),
  "invite.changed": change("invite", { role: z.enum(teamRoles).optional() }),
  "invite.sent": change("invite"),
  "invite.revoked": change("invite"),
  "invite_link.created": change("team"),
  "invite_link.removed": change("team"),
  "member.role_changed": change("member", { role: z.enum(teamRoles) }),
  "member.removed": change("member"),
  "organization_member.role_changed": change("member", { role: z.enum(organizationRoles) }),
  "organization_member.removed": change("member"),
  "organization.retention_changed": change("organization"),
  "user.profile_changed": change("user"),
  "user.password_changed": change("user"),
  "user.second_factor_added": change("user"),
  "user.second_factor_removed": change("user"),
  "user.signed_out_everywhere": change("user"),
};
