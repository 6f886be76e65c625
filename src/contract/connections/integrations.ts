import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, name, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { authMethods, transportTypes } from "./connection-words.ts";
import { serverUrl } from "./server-address.ts";

/** What an integration and an account there have in common. */
export const integrationFields = {
  id: uuid,
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  user_id: uuid.nullable(),
  team_id: uuid,
  server_url: z.string().optional(),
  transport_type: z.enum(transportTypes).optional(),
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
} as const;

/** A kind of integration that revisions of the team can use. The built-in ones belong to nobody and are as old as the team. */
export const Integration = record("Integration", {
  ...integrationFields,
  /** Ours: whether people can sign in to it here; null where nobody does by a key. */
  oauth_ready: z.boolean().nullable(),
  /** Ours: what a native OAuth flow has to be started with. */
  oauth_start_fields: z.array(z.enum(["shop"])),
});
export type Integration = z.output<typeof Integration>;

/** Ours: as many of a team's own. */
export const maxCustomIntegrations = 200;

const area = "Integrations";
const ofTeam = z.strictObject({ teamId: idOf("team") });
const ofCustom = z.strictObject({ custom_integration_id: idOf("custom_integration") });
/** The lengths are ours. */
const oauthClient = { oauth_client_id: text(1, 500).optional(), oauth_client_secret: text(1, 2000).optional() };

export const listIntegrations = endpoint({
  name: "listIntegrations",
  method: "GET",
  path: "/v2/teams/{teamId}/integrations",
  area,
  summary: "Kinds of integration for revisions of a team: those of the service, then the team's own by name",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["integration"],
  params: ofTeam,
  query: z.strictObject({ ...page(100, 100), type: text(1, 200).optional() }),
  reply: z.strictObject({ integrations: z.array(Integration), total: int53, limit: z.int(), offset: int53 }),
});

export const createCustomIntegration = endpoint({
  name: "createCustomIntegration",
  method: "POST",
  path: "/v2/teams/{teamId}/integrations/custom",
  area,
  summary: "Add a kind of integration of the team's own: an MCP server that its members can connect to",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  records: "integration.created",
  changes: ["integration"],
  params: ofTeam,
  body: z
    .strictObject({ name, auth_method: z.enum(authMethods), server_url: serverUrl, ...oauthClient })
    .refine((body) => body.oauth_client_secret === undefined || body.oauth_client_id !== undefined, {
      path: ["oauth_client_id"],
      error: "Enter the client id that the secret belongs to",
    }),
  reply: Integration,
  status: 201,
  errors: ["name_taken", "server_taken", "outbound_refused", "too_many"],
  creates: "replayed",
});

export const deleteCustomIntegration = endpoint({
  name: "deleteCustomIntegration",
  method: "DELETE",
  path: "/v2/integrations/custom/{custom_integration_id}",
  area,
  summary: "Delete a kind of integration of the team, with its connections and the slots of revisions",
  access: { scope: "team", by: "custom_integration_id", role: "team:manager" },
  records: "integration.deleted",
  changes: ["integration", "connection", "revision_slot", "revision", "event_trigger"],
  params: ofCustom,
  reply: z.strictObject({ success: z.boolean(), message: z.string() }),
});

export const previewCustomIntegrationDeletion = endpoint({
  name: "previewCustomIntegrationDeletion",
  method: "GET",
  path: "/v2/integrations/custom/{custom_integration_id}/deletion",
  area,
  summary: "What goes along with a kind of integration that is deleted, and who would lose it; changes nothing",
  access: { scope: "team", by: "custom_integration_id", role: "team:manager" },
  reads: [],
  ours: "A person has to see what stops before it stops.",
  params: ofCustom,
  reply: Deletion,
});
