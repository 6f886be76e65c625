import { parseExact } from "#contract/exact-json.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { callApi } from "#server/connections/native/api-tools.ts";
import { type Block, bounded, type CallResult, type ToolCall } from "./results.ts";
import { callMs, type McpServer, withServer } from "./session.ts";

/** Calls a tool once. Throws an McpFault, which says whether the call may have been carried out. */
export function callTool(outbound: Outbound, server: McpServer, call: ToolCall, limitMs = callMs): Promise<CallResult> {
  if (server.api) return callApi(outbound, { ...server, api: server.api }, call, limitMs);
  return withServer(outbound, server, { limitMs }, async ({ client, signal, asking }) => {
    const words = asking();
    const toolDefinition = { name: call.tool, inputSchema: { ...call.input_schema, type: "object" as const } };
    const result = await client.callTool(
      { name: call.tool, arguments: parseExact(call.arguments) as Record<string, unknown> },
      { signal, timeout: limitMs, toolDefinition },
    );
    const content = result.content.map(readBlock);
    if (!content.some((block) => "text" in block) && result.structuredContent !== undefined)
      content.push({ type: "structured", text: JSON.stringify(structuredIn(words()) ?? result.structuredContent) });
    return { failed: result.isError === true, content: bounded(content) };
  });
}

/** The structured content of a result with its numbers as the server wrote them: the library has rounded them. The answer is JSON, or a stream of events. */
function structuredIn(words: string): unknown {
  const messages = words.trimStart().startsWith("{") ? [words] : words.split(/\r?\n\r?\n/).map(dataOf);
  return messages
    .filter((message) => message.includes('"structuredContent"'))
    .map((message) => (parseExact(message) as { result?: { structuredContent?: unknown } }).result?.structuredContent)
    .findLast((found) => found !== undefined);
}

function dataOf(event: string): string {
  return event
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length)] : []))
    .join("\n");
}

/** What a model can read. The rest is named. */
function readBlock(block: { readonly type: string } & Record<string, unknown>): Block {
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === "text" && typeof text === "string") return { type, text };
  if (type === "resource") {
    const inside = (resource ?? {}) as Record<string, unknown>;
    if (typeof inside["text"] === "string") return { type, uri: inside["uri"], text: inside["text"] };
    return { type, uri: inside["uri"], left_out: "Its content is not text." };
  }
  if (type === "resource_link") return { type, uri, name };
  return {
    type,
    mime_type: mimeType,
    left_out: `About ${typeof data === "string" ? Math.ceil(data.length * 0.75) : 0} bytes that are not text.`,
  };
}
