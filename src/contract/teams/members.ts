import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import { int53, page, Success, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf, sortOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { teamRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";
import { memberColumns, memberList } from "./member-list.ts";
import { mayChangeRole, mayRemoveMember } from "./rights.ts";

export const Member = record("Member", {
  id: uuid,
  name: z.string().nullable(),
  email: z.string(),
  role: teamRole,
  inheritedFromOrg: z.boolean(),
});
export type Member = z.output<typeof Member>;

const asked = {
  ...queryOf(memberList),
  sort: sortOf(memberList.sorts).optional(),
  order: z.enum(["asc", "desc"]).optional(),
};
const area = "Team";
const ofTeam = z.strictObject({ teamId: idOf("team") });
const one = ofTeam.extend({ memberId: idOf("member") });
const leaving = { scope: "team", by: "teamId", role: "team:superadmin", self: "memberId" } as const;

export const listTeamMembers = endpoint({
  name: "listTeamMembers",
  method: "GET",
  path: "/v2/teams/{teamId}/members",
  area,
  summary: "The members of a team, by name unless asked otherwise",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["member", "profile"],
  params: ofTeam,
  query: z.strictObject({ ...page(50, 100), ...asked }),
  reply: z.strictObject({ members: z.array(Member), total: int53, limit: z.int(), offset: int53 }),
});

const file = fileOf(memberColumns, {});

export const exportTeamMembers = endpoint({
  name: "exportTeamMembers",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/exports/members",
  area,
  summary: "The members of a team as a file",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: [],
  ours: exportOurs,
  params: ofTeam,
  body: z.strictObject({ ...asked, ...exportForm(file) }),
  exports: file,
  reply: Member,
});

export const updateTeamMember = endpoint({
  name: "updateTeamMember",
  method: "PATCH",
  path: "/v2/teams/{teamId}/members/{memberId}",
  area,
  summary: "Change the role of a member, to none above one's own; it counts at once",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  may: mayChangeRole,
  records: "member.role_changed",
  changes: ["team", "member", "access"],
  params: one,
  body: z.strictObject({ role: teamRole }),
  reply: z.strictObject({ member: Member }),
  errors: ["last_owner", "inherited_role"],
});

export const removeTeamMember = endpoint({
  name: "removeTeamMember",
  method: "DELETE",
  path: "/v2/teams/{teamId}/members/{memberId}",
  area,
  summary: "Remove a member from a team, or leave it; keys of the team are revoked, schedules and event triggers paused",
  access: leaving,
  may: mayRemoveMember,
  records: "member.removed",
  changes: ["team", "member", "access", "api_key", "schedule", "event_trigger"],
  params: one,
  reply: Success,
  errors: ["last_owner", "inherited_role"],
});

export const previewMemberRemoval = endpoint({
  name: "previewMemberRemoval",
  method: "GET",
  path: "/v2/teams/{teamId}/members/{memberId}/removal",
  area,
  summary: "What stops when a member is removed from a team, or leaves it",
  access: leaving,
  reads: ["member", "api_key", "schedule", "event_trigger", "connection", "secret", "login"],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
});
