import type * as contract from "#contract/connections/mcp.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import { requireServer } from "#server/connections/rights.ts";
import { McpFault } from "./faults.ts";
import { mcpOf } from "./threads.ts";

export const mcpHandlers: Handlers<typeof contract> = {
  async probeMcpServer({ body: { server_url: url, headers = {} } }, { outbound }) {
    if (url === undefined) return notYet("No server is known yet. Enter the address of the MCP server, then its tools are listed.");
    try {
      requireServer(outbound, url);
      const tools = await mcpOf(outbound).listTools({ url, headers });
      return {
        success: true,
        tools: tools.map(({ shown_name: name, description, input_schema }) => ({ name, description, input_schema })),
      };
    } catch (error) {
      if (error instanceof Refusal) return { success: false, code: "probe_failed", error: error.message };
      if (!(error instanceof McpFault)) throw error;
      if (error.kind === "no_tools") return notYet(error.message);
      if (error.kind === "sign_in" && Object.keys(headers).length === 0)
        return {
          ...notYet(`${error.message} Sign in, or give the header that the server asks for; then its tools are listed.`),
          asks_who: true as const,
        };
      return { success: false, code: "probe_failed", error: error.message };
    }
  },

  async checkMcpOAuth({ body: { mcp_server_url: url } }, { outbound }) {
    const reason = outbound.refusal(url);
    if (reason) throw refuse("outbound_refused", reason);
    try {
      const { scopes, ...found } = await mcpOf(outbound).checkOAuth(url);
      return { ...found, ...(scopes && { scopes: [...scopes] }) };
    } catch (error) {
      throw error instanceof McpFault ? refuse(error.kind === "refused" ? "outbound_refused" : "server_unreachable", error.message) : error;
    }
  },
};

function notYet(error: string) {
  return { success: false, code: "listing_unavailable" as const, error };
}
