import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const area = "Invites";
const access = { scope: "team", by: "teamId", role: "team:manager" } as const;
const params = z.strictObject({ teamId: idOf("team") });

/** Somebody who is in the team by its link. */
export const LinkJoiner = record("LinkJoiner", { id: uuid, name: z.string().nullable(), email: z.string(), joined_at: timestamp });
export type LinkJoiner = z.output<typeof LinkJoiner>;

/** How long a link lets people in, and how many: a link that leaks fills no team. The bounds are ours. */
const bounds = { created_at: timestamp, expires_at: timestamp, max_uses: int53, uses: int53 };
const none = { created_at: timestamp.nullable(), expires_at: timestamp.nullable(), max_uses: int53.nullable(), uses: int53 };

export const getTeamInviteLink = endpoint({
  name: "getTeamInviteLink",
  method: "GET",
  path: "/v2/teams/{teamId}/invite-link",
  area,
  summary: "The link by which anyone who has it joins the team as a Member, and the newest 100 who did",
  access,
  reads: ["invite", "member"],
  params,
  reply: z.strictObject({ hasLink: z.boolean(), url: z.string().nullable(), ...none, joined: z.array(LinkJoiner) }),
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
  body: z.strictObject({
    frontendUrl: text(0, 2000).optional(),
    max_uses: z.int().min(1).max(1000).default(50),
    expires_in_days: z.int().min(1).max(365).default(14),
  }),
  reply: z.strictObject({ hasLink: z.boolean(), url: z.string(), ...bounds }),
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
  reply: Success,
});
