import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { teamRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";

/** Somebody of the organization who asks to join a team; `id` is the person's. */
export const JoinRequest = record("JoinRequest", { id: uuid, name: z.string().nullable(), email: z.string(), created_at: timestamp });
export type JoinRequest = z.output<typeof JoinRequest>;

const area = "Team";
const ours = "The specification counts requests to join a team, and leaves asking and answering to the web application.";
const ofTeam = z.strictObject({ teamId: idOf("team") });
const one = ofTeam.extend({ memberId: idOf("member") });
const managing = { scope: "team", by: "teamId", role: "team:manager" } as const;

export const requestToJoin = endpoint({
  name: "requestToJoin",
  method: "POST",
  path: "/v2/teams/{teamId}/join-requests",
  area,
  summary: "Ask to join a team of one's organization, or join it at once where it lets everyone in",
  access: { scope: "organization", by: "teamId", role: "organization:member" },
  changes: ["team", "member", "access", "invite"],
  ours,
  params: ofTeam,
  reply: z.strictObject({ status: z.enum(["requested", "joined"]) }),
  errors: ["already_member"],
});

export const listJoinRequests = endpoint({
  name: "listJoinRequests",
  method: "GET",
  path: "/v2/teams/{teamId}/join-requests",
  area,
  summary: "Who asks to join a team, the longest wait first (at most 200)",
  access: managing,
  reads: ["invite", "profile"],
  ours,
  params: ofTeam,
  reply: z.strictObject({ requests: z.array(JoinRequest), total: int53 }),
});

export const approveJoinRequest = endpoint({
  name: "approveJoinRequest",
  method: "POST",
  path: "/v2/teams/{teamId}/join-requests/{memberId}/approve",
  area,
  summary: "Let a person in who asked, with a role not above one's own",
  access: managing,
  records: "member.joined",
  changes: ["team", "member", "access", "invite"],
  ours,
  params: one,
  body: z.strictObject({ role: teamRole }),
  reply: Success,
});

export const declineJoinRequest = endpoint({
  name: "declineJoinRequest",
  method: "DELETE",
  path: "/v2/teams/{teamId}/join-requests/{memberId}",
  area,
  summary: "Decline a request to join; the person may ask again",
  access: managing,
  changes: ["team", "invite"],
  ours,
  params: one,
  reply: Success,
});
