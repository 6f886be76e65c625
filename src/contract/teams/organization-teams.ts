import { endpoint } from "#contract/endpoint.ts";
import { int53, name, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { teamRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";
import { discoveryModes } from "./profile.ts";

export const OrganizationTeam = record("OrganizationTeam", {
  id: uuid,
  name: z.string(),
  createdAt: timestamp,
  discoveryMode: z.enum(discoveryModes),
  memberCount: int53,
  pendingInvitationCount: int53,
  pendingJoinRequestCount: int53,
  userIsMember: z.boolean(),
  userRole: teamRole.nullable(),
  userHasPendingJoinRequest: z.boolean(),
  assignmentCount: int53,
  jobCount: int53,
  scheduledJobCount: int53,
});
export type OrganizationTeam = z.output<typeof OrganizationTeam>;

export const teamSorts = ["createdAt", "name"] as const;
const area = "Organizations";
const params = z.strictObject({ orgId: idOf("organization") });

export const listOrgTeams = endpoint({
  name: "listOrgTeams",
  method: "GET",
  path: "/v2/organizations/{orgId}/teams",
  area,
  summary: "The teams of an organization, newest first or by name, with the caller's role in each",
  access: { scope: "organization", by: "orgId", role: "organization:member" },
  reads: ["team", "member", "invite", "access", "schedule"],
  params,
  query: z.strictObject({ ...page(50, 100), search: text(0, 200).optional(), sort: z.enum(teamSorts).optional() }),
  reply: z.strictObject({ teams: z.array(OrganizationTeam), total: int53 }),
});

export const createOrgTeam = endpoint({
  name: "createOrgTeam",
  method: "POST",
  path: "/v2/organizations/{orgId}/teams",
  area,
  summary: "Create a team; the caller becomes its Owner",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  records: "team.created",
  changes: ["team", "member", "access"],
  params,
  body: z.strictObject({ name }),
  reply: z.strictObject({ id: uuid, name: z.string() }),
  status: 201,
  errors: ["too_many"],
  creates: "replayed",
});

export const updateOrganizationDiscovery = endpoint({
  name: "updateOrganizationDiscovery",
  method: "PATCH",
  path: "/v2/organizations/{orgId}/discovery",
  area,
  summary: "Choose how members of an organization join its teams: `request` asks a Manager, `auto` lets them in",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  records: "organization.discovery_changed",
  changes: ["team"],
  ours: "The specification has the setting in its records and leaves changing it to the web application.",
  params,
  body: z.strictObject({ discoveryMode: z.enum(discoveryModes) }),
  reply: z.strictObject({ discoveryMode: z.enum(discoveryModes) }),
});
