import type * as contract from "#contract/connections/mcp.ts";
import type { McpTool, ToolListing } from "#contract/connections/mcp.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import { requireServer } from "#server/connections/rights.ts";
import { clientDocumentUrl } from "#server/connections/oauth/client-document.ts";
import { McpFault } from "./faults.ts";
import type { ListedTool } from "./listing.ts";
import { mcpOf } from "./processes.ts";

export const mcpHandlers: Handlers<typeof contract> = {
  async probeMcpServer({ body: { server_url: url, headers = {} } }, { outbound }) {
    if (url === undefined) return notYet("No server is known yet. Enter the address of the MCP server, then its tools are listed.");
    try {
      requireServer(outbound, url);
      return listingOf(await mcpOf(outbound).listTools({ url, headers }));
    } catch (error) {
      if (error instanceof McpFault && error.kind === "sign_in" && Object.keys(headers).length === 0)
        return {
          ...notYet(`${error.message} Sign in, or give the header that the server asks for; then its tools are listed.`),
          asks_who: true as const,
        };
      return noListing(error);
    }
  },

  async checkMcpOAuth({ body: { mcp_server_url: url } }, { outbound, config }) {
    const reason = outbound.refusal(url);
    if (reason) throw refuse("outbound_refused", reason);
    try {
      const { scopes, reads_documents, ...found } = await mcpOf(outbound).checkOAuth(url);
      const knows_clients = found.supports_dcr || (reads_documents && clientDocumentUrl(config) !== undefined);
      return { ...found, knows_clients, ...(scopes && { scopes: [...scopes] }) };
    } catch (error) {
      throw error instanceof McpFault ? refuse(error.kind === "refused" ? "outbound_refused" : "server_unreachable", error.message) : error;
    }
  },
};

export function listingOf(tools: readonly ListedTool[]): ToolListing {
  return { success: true, tools: tools.map(shownOf) };
}

function shownOf({ shown_name: name, description, input_schema, reads_only, destroys }: ListedTool): McpTool {
  return { name, description, input_schema, ...(reads_only && { reads_only }), ...(destroys && { destroys }) };
}

/** What a server's failure to list tools means to a person. Throws what is no such failure. */
export function noListing(error: unknown): ToolListing {
  if (error instanceof McpFault && error.kind === "no_tools") return notYet(error.message);
  if (error instanceof Refusal || error instanceof McpFault || error instanceof ToolError)
    return { success: false, code: "probe_failed", error: error.message };
  throw error;
}

function notYet(error: string): ToolListing {
  return { success: false, code: "listing_unavailable", error };
}
