import { endpoint } from "#contract/endpoint.ts";
import { int53, name, queryFlag, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What a key may still send: `left` of `limit` requests, and when all of them are there again; null: they are. */
export const KeyQuota = record("KeyQuota", { limit: int53, left: int53, full_at: timestamp.nullable() });
export type KeyQuota = z.output<typeof KeyQuota>;

/** A key's record never holds the key; `hint` is its end, enough to tell keys apart, and empty for one that a person chose. Fields are ours. */
export const ApiKey = record("ApiKey", {
  id: uuid,
  name: z.string(),
  hint: z.string(),
  /** The one team the key acts in; null: all teams its owner can act in. */
  team_id: uuid.nullable(),
  team_name: z.string().nullable(),
  user_id: uuid,
  user_name: z.string().nullable(),
  created_at: timestamp,
  /** The key that this one was created with; null: a person who was signed in created it. */
  created_by_key_id: uuid.nullable(),
  /** Null also once that key is revoked. */
  created_by_key_name: z.string().nullable(),
  /** How many keys exist that were created with this one, or with a key that was. */
  descendants: int53,
  last_used_at: timestamp.nullable(),
  /** It changes nothing, whatever its owner may change. */
  reads_only: z.boolean(),
  /** What a program calls itself that a person let in without a key; such a key has no text. */
  client: z.string().nullable(),
  /** From then on the key is refused; null: it works until it is revoked. */
  expires_at: timestamp.nullable(),
  /** The key that was made to replace this one. */
  successor_id: uuid.nullable(),
  quota: KeyQuota,
});
export type ApiKey = z.output<typeof ApiKey>;

const area = "API keys";
const Created = record("CreatedApiKey", { api_key: ApiKey, key: z.string() });
/** What a key is made with. The limits are ours. */
const made = {
  name,
  /** Everything that changes something refuses the key. */
  reads_only: z.boolean().optional().meta({ default: false }),
  /** Absent or null: it works until it is revoked. */
  expires_in_days: z.int().min(1).max(3650).nullable().optional(),
};

export const listApiKeys = endpoint({
  name: "listApiKeys",
  method: "GET",
  path: "/v2/api-keys",
  area,
  summary: "The caller's own keys, newest first (at most 200)",
  access: { scope: "self" },
  reads: ["api_key"],
  reply: z.strictObject({ api_keys: z.array(ApiKey) }),
});

export const createApiKey = endpoint({
  name: "createApiKey",
  method: "POST",
  path: "/v2/api-keys",
  area,
  summary: "Create a key for one team or for all of them; the key itself is returned once",
  access: { scope: "team", by: "body.team_id", role: "team:clarity-member", unnamed: "self" },
  records: "api_key.created",
  changes: ["api_key"],
  body: z.strictObject({ ...made, team_id: idOf("team").nullable().optional() }),
  reply: Created,
  status: 201,
  errors: ["too_many"],
  creates: "once",
});

/** How many hours the key before may go on. */
const overlapHours = z.int().min(0).max(168);

export const rotateApiKey = endpoint({
  name: "rotateApiKey",
  method: "POST",
  path: "/v2/api-keys/{id}/rotate",
  area,
  summary: "Replace one of the caller's keys by a new one with the same reach; the one before works for `overlap_hours` more",
  access: { scope: "self" },
  ours: "The specification has keys, and leaves how one is replaced to the web application.",
  records: "api_key.rotated",
  changes: ["api_key", "access"],
  params: z.strictObject({ id: idOf("api_key") }),
  body: z.strictObject({ overlap_hours: overlapHours.default(24) }),
  reply: Created,
  status: 201,
  errors: ["not_found", "too_many", "not_rotatable"],
  creates: "once",
});

export const revokeApiKey = endpoint({
  name: "revokeApiKey",
  method: "DELETE",
  path: "/v2/api-keys/{id}",
  area,
  summary: "Revoke a key, with `descendants` also keys created with it, as its owner or a Manager of the key's team",
  access: { scope: "team", by: "id", role: "team:manager", or: "owner" },
  records: "api_key.revoked",
  changes: ["api_key", "access"],
  params: z.strictObject({ id: idOf("api_key") }),
  query: z.strictObject({ descendants: queryFlag.optional() }),
  reply: z.strictObject({ success: z.boolean(), revoked: int53 }),
});

export const listTeamApiKeys = endpoint({
  name: "listTeamApiKeys",
  method: "GET",
  path: "/v2/teams/{teamId}/api-keys",
  area,
  summary: "The keys that are bound to this team, newest first (at most 200)",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  reads: ["api_key"],
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.strictObject({ api_keys: z.array(ApiKey) }),
});

export const createTeamApiKey = endpoint({
  name: "createTeamApiKey",
  method: "POST",
  path: "/v2/teams/{teamId}/api-keys",
  area,
  summary: "Create a key that acts in this team only",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  records: "api_key.created",
  changes: ["api_key"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject(made),
  reply: Created,
  status: 201,
  errors: ["too_many"],
  creates: "once",
});
