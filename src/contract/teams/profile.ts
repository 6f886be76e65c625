import { endpoint } from "#contract/endpoint.ts";
import { int53, name, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { organizationRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";

export const Profile = record("Profile", {
  id: uuid,
  name: z.string().nullable(),
  email: z.string(),
  teamId: uuid.nullable(),
});
export type Profile = z.output<typeof Profile>;

export const discoveryModes = ["request", "auto"] as const;

export const Team = record("Team", {
  id: uuid,
  name: z.string(),
  created_at: timestamp,
  organization_id: uuid.nullable(),
  slack_team_id: z.string().nullable(),
  discovery_mode: z.enum(discoveryModes),
});
export type Team = z.output<typeof Team>;

export const getProfile = endpoint({
  name: "getProfile",
  method: "GET",
  path: "/v2/profile",
  area: "Team",
  summary: "The person behind the key or the session",
  access: { scope: "self" },
  reads: ["profile"],
  reply: z.strictObject({ profile: Profile }),
});

export const updateProfile = endpoint({
  name: "updateProfile",
  method: "PATCH",
  path: "/v2/profile",
  area: "Team",
  summary: "Change your own name",
  access: { scope: "self", by: "session" },
  records: "user.profile_changed",
  changes: ["profile"],
  ours: "The console's profile page needs it.",
  body: z.strictObject({ name }),
  reply: z.strictObject({ profile: Profile }),
});

export const listMyTeams = endpoint({
  name: "listMyTeams",
  method: "GET",
  path: "/v2/teams",
  area: "Team",
  summary: "The teams the caller can act on; a team key sees its own team only",
  access: { scope: "self" },
  reads: ["team"],
  reply: z.strictObject({
    teams: z.array(record("TeamName", { id: uuid, name: z.string(), organization_id: uuid.nullable() })),
  }),
});

export const getTeam = endpoint({
  name: "getTeam",
  method: "GET",
  path: "/v2/teams/{teamId}",
  area: "Team",
  summary: "One team",
  access: { scope: "team", by: "teamId", role: "team:clarity-member" },
  reads: ["team"],
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.strictObject({ team: Team }),
});

export const listMyOrganizations = endpoint({
  name: "listMyOrganizations",
  method: "GET",
  path: "/v2/organizations/mine",
  area: "Organizations",
  summary: "The caller's organizations with role and size",
  access: { scope: "self" },
  reads: ["team"],
  reply: z.strictObject({
    memberships: z.array(
      record("OrganizationMembership", {
        organization: z.strictObject({
          id: uuid,
          name: z.string(),
          discoveryMode: z.enum(discoveryModes),
          createdAt: timestamp,
        }),
        role: organizationRole,
        memberCount: int53,
      }),
    ),
  }),
});
