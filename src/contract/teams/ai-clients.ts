import { endpoint } from "#contract/endpoint.ts";
import { int53 } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** The tools of one area. `id` is its name in an address, as in `/v2/mcp/areas/runs,cases`. */
export const McpArea = record("McpArea", { id: z.string(), name: z.string(), tools: int53, reads: int53 });
export type McpArea = z.output<typeof McpArea>;

export const listMcpAreas = endpoint({
  name: "listMcpAreas",
  method: "GET",
  path: "/v2/mcp/areas",
  area: "API keys",
  summary: "Which tools `/v2/mcp` has for AI clients, by area, and its address",
  access: { scope: "self" },
  reads: [],
  ours: "Hosts take different numbers of tools: a person chooses before they connect one.",
  reply: z.strictObject({ url: z.string(), areas: z.array(McpArea) }),
});
