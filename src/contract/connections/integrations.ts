import { endpoint } from "#contract/endpoint.ts";
import { int53, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** A kind of integration that revisions of the team can use. The built-in ones belong to nobody and are as old as the team. */
export const Integration = record("Integration", {
  id: uuid,
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  user_id: uuid.nullable(),
  team_id: uuid,
  server_url: z.string().optional(),
  transport_type: z.enum(["stdio", "sse", "http"]).optional(),
  auth_method: z.string().nullable(),
  custom_integration_id: uuid.nullable(),
  icon_url: z.string().nullable(),
  oauth_provider: z.string().nullable(),
  /** What a native OAuth flow is started with; null for a kind that nobody signs in to. */
  oauth_provider_key: z.string().nullable(),
  oauth_scopes: z.array(z.string()).nullable(),
  has_headers: z.boolean(),
  has_oauth_tokens: z.boolean(),
  integration_id: uuid.nullable(),
  shared: z.boolean(),
  created_by: uuid.nullable(),
  broken_at: timestamp.nullable(),
  broken_reason: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Integration = z.output<typeof Integration>;

export const listIntegrations = endpoint({
  name: "listIntegrations",
  method: "GET",
  path: "/v2/teams/{teamId}/integrations",
  area: "Integrations",
  summary: "The kinds of integration that revisions of a team can use, by name",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: [],
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({ ...page(100, 100), type: text(1, 200).optional() }),
  reply: z.strictObject({ integrations: z.array(Integration), total: int53, limit: z.int(), offset: int53 }),
});
