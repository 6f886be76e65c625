import { endpoint } from "#contract/endpoint.ts";
import { text, timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";

const area = "Invites";
const access = { scope: "team", by: "teamId", role: "team:manager" } as const;
const params = z.strictObject({ teamId: idOf("team") });

export const getTeamInviteLink = endpoint({
  name: "getTeamInviteLink",
  method: "GET",
  path: "/v2/teams/{teamId}/invite-link",
  area,
  summary: "The link by which anybody who has it joins the team as a Member",
  access,
  reads: ["invite"],
  params,
  reply: z.strictObject({ hasLink: z.boolean(), url: z.string().nullable(), created_at: timestamp.nullable() }),
  secret: true,
});

export const createTeamInviteLink = endpoint({
  name: "createTeamInviteLink",
  method: "POST",
  path: "/v2/teams/{teamId}/invite-link",
  area,
  summary: "Make the team's join link, or a new one: the link before ends at once",
  access,
  records: "invite_link.created",
  changes: ["invite"],
  params,
  body: z.strictObject({ frontendUrl: text(0, 2000).optional() }),
  reply: z.strictObject({ hasLink: z.boolean(), url: z.string(), created_at: timestamp }),
  secret: true,
});

export const deleteTeamInviteLink = endpoint({
  name: "deleteTeamInviteLink",
  method: "DELETE",
  path: "/v2/teams/{teamId}/invite-link",
  area,
  summary: "End the team's join link; invites to addresses stay",
  access,
  records: "invite_link.removed",
  changes: ["invite"],
  params,
  reply: z.strictObject({ success: z.boolean() }),
});
