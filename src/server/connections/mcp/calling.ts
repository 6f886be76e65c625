import type { Outbound } from "#server/platform/outbound.ts";
import { callMs, type McpServer, withServer } from "./session.ts";

/** Characters of a result that a run keeps. */
const maxResult = 100_000;

export interface ToolCall {
  readonly tool: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface CallResult {
  /** The tool says that it failed. */
  readonly failed: boolean;
  readonly content: readonly unknown[];
}

/** Calls a tool once. Throws an McpFault, which says whether the call may have been carried out. */
export function callTool(outbound: Outbound, server: McpServer, call: ToolCall, limitMs = callMs): Promise<CallResult> {
  return withServer(outbound, server, { limitMs }, async ({ client, signal, asking }) => {
    asking();
    const toolDefinition = { name: call.tool, inputSchema: { ...call.input_schema, type: "object" as const } };
    const result = await client.callTool(
      { name: call.tool, arguments: { ...call.arguments } },
      { signal, timeout: limitMs, toolDefinition },
    );
    const content = result.content.map(readBlock);
    if (!content.some((block) => "text" in block) && result.structuredContent !== undefined)
      content.push({ type: "structured", text: JSON.stringify(result.structuredContent) });
    return { failed: result.isError === true, content: bounded(content) };
  });
}

type Block = { readonly type: string; readonly text?: string } & Readonly<Record<string, unknown>>;

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

function bounded(content: readonly Block[]): unknown[] {
  const kept: unknown[] = [];
  let left = maxResult;
  for (const [i, block] of content.entries()) {
    const size = JSON.stringify(block).length;
    if (size <= left) {
      kept.push(block);
      left -= size;
      continue;
    }
    const cut = block.text?.slice(0, Math.max(0, left - 200));
    const missing = content.length - i - 1;
    kept.push({
      ...(cut && { type: block.type, text: cut.toWellFormed() }),
      left_out: `The result is longer than ${maxResult} characters and was cut here${missing > 0 ? `, with ${missing} more parts` : ""}.`,
    });
    return kept;
  }
  return kept;
}
