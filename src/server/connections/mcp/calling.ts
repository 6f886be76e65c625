import { parseExact } from "#contract/exact-json.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { callApi } from "#server/connections/native/api-tools.ts";
import { type Block, bounded, type CallResult, type ToolCall } from "./results.ts";
import { callMs, longestCallMs, type McpServer, withServer } from "./session.ts";

/**
 * Calls a tool once. A call that waits for as long as the server is at work is told of each report of its progress. Throws an McpFault, which says whether
 * the call may have been carried out.
 */
export function callTool(
  outbound: Outbound,
  server: McpServer,
  call: ToolCall,
  limitMs = callMs,
  told: () => void = () => undefined,
): Promise<CallResult> {
  if (server.api) return callApi(outbound, { ...server, api: server.api }, call, limitMs);
  const longestMs = call.patient ? longestCallMs : limitMs;
  return withServer(outbound, server, { limitMs, longestMs }, async ({ client, signal, asking, progressed }) => {
    const words = asking();
    const onprogress = () => {
      progressed();
      told();
    };
    const progress = call.patient && { onprogress, resetTimeoutOnProgress: true, maxTotalTimeout: longestMs };
    const toolDefinition = { name: call.tool, inputSchema: { ...call.input_schema, type: "object" as const } };
    const result = await client.callTool(
      { name: call.tool, arguments: parseExact(call.arguments) as Record<string, unknown> },
      { signal, timeout: limitMs, toolDefinition, ...progress },
    );
    const content = result.content.map(readBlock);
    if (!content.some((block) => "text" in block) && result.structuredContent !== undefined)
      content.push({ type: "structured", text: JSON.stringify(structuredIn(words()) ?? result.structuredContent) });
    const kept = bounded(content);
    const pictures = picturesIn(result.content, kept.length);
    return { failed: result.isError === true, content: kept, ...(pictures.length > 0 && { pictures }) };
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

const mostPictures = 4;
const maxPicture = 2_000_000;

/** What models that take pictures take. */
function picturesIn(blocks: readonly ({ readonly type: string } & Record<string, unknown>)[], kept: number) {
  const found = blocks.slice(0, kept).flatMap(({ type, data, mimeType }, at) => {
    if (type !== "image" || typeof data !== "string" || typeof mimeType !== "string") return [];
    const isTaken = /^image\/(png|jpeg|gif|webp)$/.test(mimeType) && data.length <= maxPicture && /^[A-Za-z0-9+/]+=*$/.test(data);
    return isTaken ? [{ at, media_type: mimeType, data }] : [];
  });
  return found.slice(0, mostPictures);
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
