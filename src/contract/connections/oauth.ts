import { endpoint } from "#contract/endpoint.ts";
import { name, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { mayChangeCredential } from "./rights.ts";
import { serverUrl } from "./server-address.ts";

const area = "Connections";

/** What clients and authorization servers exchange has no other limits than these, which are ours. */
const parameter = text(1, 4_096);

export const authorizeMcpOAuth = endpoint({
  name: "authorizeMcpOAuth",
  method: "POST",
  path: "/v2/teams/{teamId}/connections/oauth/mcp/start",
  area,
  summary: "Start to sign in to an MCP server; a browser opens the address within 10 minutes",
  access: { scope: "team", by: "teamId", role: "team:member" },
  may: mayChangeCredential,
  changes: [],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z
    .strictObject({
      mcp_server_url: serverUrl,
      name,
      custom_integration_id: uuid.optional(),
      /** An address of this service, or a path of its console. */
      return_url: text(1, 2_000).optional(),
      integration_type: text(1, 100)
        .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, { error: "Use lowercase letters, digits, - and _, as in custom_mcp" })
        .optional()
        .meta({ default: "custom_mcp" }),
      /** The connection that is repaired in place: it keeps its id and every pin. */
      reconnect_instance_id: uuid.optional(),
      oauth_client_id: parameter.optional(),
      oauth_client_secret: parameter.optional(),
    })
    .refine((body) => body.oauth_client_id === undefined || body.custom_integration_id === undefined, {
      path: ["oauth_client_id"],
      error: "The integration has a client of its own. Leave out one of the two",
    })
    .refine((body) => body.oauth_client_secret === undefined || body.oauth_client_id !== undefined, {
      path: ["oauth_client_id"],
      error: "Enter the client id that the secret belongs to",
    }),
  reply: z.strictObject({ authorization_url: z.string() }),
  errors: ["outbound_refused", "server_unreachable", "oauth_unsupported"],
});

export const completeMcpOAuth = endpoint({
  name: "completeMcpOAuth",
  method: "POST",
  path: "/v2/connections/oauth/mcp/complete",
  area,
  summary: "End a sign-in with what the other service sent the browser back with; only once, and only by the person who started it",
  access: { scope: "self", by: "session" },
  ours: "The browser comes back to the console, which says what happened.",
  changes: ["connection"],
  body: z.strictObject({
    state: parameter,
    code: parameter.optional(),
    iss: parameter.optional(),
    /** The code of an error alone: its description is whatever somebody put into the address. */
    error: text(1, 200).optional(),
  }),
  reply: z.strictObject({
    id: uuid,
    team_id: uuid,
    name: z.string(),
    /** Whether a connection that existed works again. */
    repaired: z.boolean(),
    return_url: z.string().nullable(),
  }),
  errors: ["oauth_over", "oauth_refused", "outbound_refused", "server_unreachable", "too_many"],
});
