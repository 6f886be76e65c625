import { endpoint } from "#contract/endpoint.ts";
import { text } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { headerName, headerValue, headersFault } from "./headers.ts";
import { serverUrl } from "./server-address.ts";

const headers = z.record(headerName, headerValue).check((ctx) => {
  const message = headersFault(ctx.value);
  if (message) ctx.issues.push({ code: "custom", path: [], message, input: ctx.value });
});

export const McpTool = record("McpTool", {
  name: z.string(),
  description: z.string().optional(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  /** Ours: the server says that it changes nothing. Nobody has checked that. */
  reads_only: z.boolean().optional(),
  /** Ours: the server says that it can delete or overwrite. Left out where it does not say so, which is no promise. */
  destroys: z.boolean().optional(),
});
export type McpTool = z.output<typeof McpTool>;

/** Why there are no tools: nothing to list yet, which is no error, or a failure. */
export const probeCodes = ["listing_unavailable", "probe_failed"] as const;

export const ToolListing = record("ToolListing", {
  success: z.boolean(),
  tools: z.array(McpTool).optional(),
  error: z.string().optional(),
  code: z.enum(probeCodes).optional(),
  /** Ours: the server asks who calls; there was nothing in the request that says so. */
  asks_who: z.literal(true).optional(),
});
export type ToolListing = z.output<typeof ToolListing>;

const area = "Connections";

export const probeMcpServer = endpoint({
  name: "probeMcpServer",
  method: "POST",
  path: "/v2/teams/{teamId}/connections/mcp/probe",
  area,
  summary: "List the tools of an MCP server before connecting it, or what is wrong with its address or headers",
  access: { scope: "team", by: "teamId", role: "team:member" },
  readOnly: true,
  reads: [],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z
    .strictObject({
      server_url: serverUrl.optional(),
      /** A kind of integration, whose server this installation would have to know. */
      integration_slug: text(1, 100).optional(),
      headers: headers.optional(),
    })
    .refine((body) => body.server_url === undefined || body.integration_slug === undefined, {
      path: ["server_url"],
      error: "Give either an address or an integration",
    }),
  reply: ToolListing,
});

export const checkMcpOAuth = endpoint({
  name: "checkMcpOAuth",
  method: "POST",
  path: "/v2/connections/oauth/mcp/check",
  area,
  summary: "Whether people can sign in to an MCP server, and whether it registers this service as a client by itself",
  access: { scope: "self" },
  readOnly: true,
  reads: [],
  body: z.strictObject({ mcp_server_url: serverUrl }),
  reply: z.strictObject({
    supports_dcr: z.boolean(),
    /** Ours: nobody has to register this service there, by whatever way it is known. */
    knows_clients: z.boolean(),
    authorization_endpoint: z.string().optional(),
    scopes: z.array(z.string()).optional(),
  }),
  errors: ["outbound_refused", "server_unreachable"],
});
