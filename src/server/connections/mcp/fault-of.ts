import { ProtocolError, SdkError } from "@modelcontextprotocol/client";
import { whyUnreached } from "#server/platform/unreached.ts";
import { McpFault } from "./faults.ts";
import { shownLine } from "./foreign-text.ts";
import type { Exchange } from "./guarded-fetch.ts";

const formerly = "It looks like an address of the former SSE transport, which is not spoken. Look for one that ends in /mcp.";

/** What a failure of the library means. `asked`: what was asked for may have arrived. */
export function faultOf(error: unknown, exchange: Exchange, url: string, { asked, late }: { asked: boolean; late: boolean }): McpFault {
  const host = URL.canParse(url) ? new URL(url).host : url;
  const { status, network } = exchange;
  const known = exchange.fault ?? (error instanceof McpFault ? error : undefined);
  if (known) return asked && known.kind === "too_large" ? new McpFault(known.kind, known.message, true) : known;
  if (late) return new McpFault("timeout", `${host} did not answer in time.`, asked);
  if (status === 401) return new McpFault("sign_in", `${host} asks for a sign-in, or does not accept this one (HTTP 401).`);
  if (status === 403) return new McpFault("forbidden", `${host} does not allow this (HTTP 403).`, false, exchange.wanted);
  if (status === 404 || status === 405)
    return new McpFault(
      "not_mcp",
      `No MCP server answers at this address of ${host} (HTTP ${status}). ${/\/sse\/?$/.test(url) ? formerly : "Check the path; it often ends in /mcp."}`,
    );
  if (status !== undefined && status >= 400)
    return new McpFault(status >= 500 ? "unreachable" : "said_no", `${host} failed with HTTP ${status}.`, asked && status >= 500);
  if (error instanceof ProtocolError) return new McpFault("said_no", `${host} refused: “${shownLine(error.message, 300)}”`);
  if (status === undefined) return unreachable(network ?? error, host, asked);
  if (error instanceof SdkError && (error.code as string) === "REQUEST_TIMEOUT")
    return new McpFault("timeout", `${host} did not answer in time.`, asked);
  return new McpFault("not_mcp", `${host} did not respond like an MCP server. Check the address; it often ends in /mcp.`, asked);
}

function unreachable(error: unknown, host: string, asked: boolean): McpFault {
  const { words, sent } = whyUnreached(error, host);
  return new McpFault("unreachable", words, asked && sent);
}
