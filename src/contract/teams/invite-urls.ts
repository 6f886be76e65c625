import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { mayHandOver } from "./rights.ts";

const reply = z.strictObject({ url: z.string() });
const ours = "Anyone who has a link can join by it, so no list answers it.";

export const getTeamInviteUrl = endpoint({
  name: "getTeamInviteUrl",
  method: "GET",
  path: "/v2/invites/{id}/url",
  area: "Invites",
  summary: "The link of a pending invite, for a person who can give each role in it",
  access: { scope: "team", by: "id", role: "team:manager" },
  may: mayHandOver,
  reads: ["invite"],
  ours,
  params: z.strictObject({ id: idOf("invite") }),
  reply,
  errors: ["invite_over"],
  secret: true,
});

export const getOrganizationInviteUrl = endpoint({
  name: "getOrganizationInviteUrl",
  method: "GET",
  path: "/v2/organizations/{orgId}/invites/{id}/url",
  area: "Organizations",
  summary: "The link of a pending invite to the organization, for a person who can give each role in it",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  reads: ["invite"],
  ours,
  params: z.strictObject({ orgId: idOf("organization"), id: idOf("invite") }),
  reply,
  secret: true,
});
