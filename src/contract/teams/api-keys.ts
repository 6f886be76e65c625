import { endpoint } from "#contract/endpoint.ts";
import { int53, name, queryFlag, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

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
});
export type ApiKey = z.output<typeof ApiKey>;

const area = "API keys";
const Created = record("CreatedApiKey", { api_key: ApiKey, key: z.string() });

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
  body: z.strictObject({
    name,
    team_id: idOf("team").nullable().optional(),
    /** Ours: everything that changes something refuses the key. */
    reads_only: z.boolean().optional().meta({ default: false }),
  }),
  reply: Created,
  status: 201,
  errors: ["too_many"],
  creates: "once",
});

export const revokeApiKey = endpoint({
  name: "revokeApiKey",
  method: "DELETE",
  path: "/v2/api-keys/{id}",
  area,
  summary: "Revoke a key at once, with `descendants` also the keys created with it: its owner, or a Manager of the key's team",
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
  body: z.strictObject({ name }),
  reply: Created,
  status: 201,
  errors: ["too_many"],
  creates: "once",
});
