import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import { int53, page, Success, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf, sortOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { organizationRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";
import { organizationMemberColumns, organizationMemberList } from "./organization-member-list.ts";

export const OrganizationMember = record("OrganizationMember", {
  id: uuid,
  name: z.string().nullable(),
  email: z.string(),
  role: organizationRole,
  /** The teams that they joined. Administrators and above open the others too. */
  teams: int53,
});
export type OrganizationMember = z.output<typeof OrganizationMember>;

const asked = {
  ...queryOf(organizationMemberList),
  sort: sortOf(organizationMemberList.sorts).optional(),
  order: z.enum(["asc", "desc"]).optional(),
};
const area = "Organizations";
const ofOrganization = z.strictObject({ orgId: idOf("organization") });
const one = ofOrganization.extend({ memberId: idOf("member") });
const ours = "The specification invites people to an organization and has no list of them.";
const leaving = { scope: "organization", by: "orgId", role: "organization:admin", self: "memberId" } as const;

export const listOrganizationMembers = endpoint({
  name: "listOrganizationMembers",
  method: "GET",
  path: "/v2/organizations/{orgId}/members",
  area,
  summary: "The members of an organization, by name unless asked otherwise",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  reads: ["member", "profile"],
  ours,
  params: ofOrganization,
  query: z.strictObject({ ...page(50, 100), ...asked }),
  reply: z.strictObject({ members: z.array(OrganizationMember), total: int53, limit: z.int(), offset: int53 }),
});

const file = fileOf(organizationMemberColumns, {});

export const exportOrganizationMembers = endpoint({
  name: "exportOrganizationMembers",
  method: "POST",
  readOnly: true,
  path: "/v2/organizations/{orgId}/exports/members",
  area,
  summary: "The members of an organization as a file",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  reads: [],
  ours: exportOurs,
  params: ofOrganization,
  body: z.strictObject({ ...asked, ...exportForm(file) }),
  exports: file,
  reply: OrganizationMember,
});

export const updateOrganizationMember = endpoint({
  name: "updateOrganizationMember",
  method: "PATCH",
  path: "/v2/organizations/{orgId}/members/{memberId}",
  area,
  summary: "Change the role of a member in an organization, to none above one's own; it counts at once",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  records: "organization_member.role_changed",
  changes: ["team", "member", "access"],
  ours,
  params: one,
  body: z.strictObject({ role: organizationRole }),
  reply: z.strictObject({ member: OrganizationMember }),
  errors: ["last_executive"],
});

export const removeOrganizationMember = endpoint({
  name: "removeOrganizationMember",
  method: "DELETE",
  path: "/v2/organizations/{orgId}/members/{memberId}",
  area,
  summary: "Remove a member from an organization and all of its teams, or leave it",
  access: leaving,
  records: "organization_member.removed",
  changes: ["team", "member", "access", "api_key", "schedule", "event_trigger"],
  ours,
  params: one,
  reply: Success,
  errors: ["last_executive", "last_owner"],
});

export const previewOrganizationMemberRemoval = endpoint({
  name: "previewOrganizationMemberRemoval",
  method: "GET",
  path: "/v2/organizations/{orgId}/members/{memberId}/removal",
  area,
  summary: "What stops when a member is removed from an organization, or leaves it",
  access: leaving,
  reads: ["member", "api_key", "schedule", "event_trigger", "connection", "secret", "login"],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
});
