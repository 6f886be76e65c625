import type { CallToolResult, McpHttpHandler, Tool } from "@modelcontextprotocol/server";
import { z } from "#contract/zod.ts";
import { bookTools, NotFound } from "./book-tools.ts";

let handler: Promise<McpHttpHandler> | undefined;

/** Answers one request to the practice server: a real server of the protocol, in the thread that asks. Nothing of it goes out or comes in. */
export async function askPracticeServer(request: Request): Promise<Response> {
  return (await (handler ??= createHandler())).fetch(request);
}

/** The library is large, and most services never ask it. */
async function createHandler(): Promise<McpHttpHandler> {
  const { createMcpHandler, Server } = await import("@modelcontextprotocol/server");
  return createMcpHandler(() => {
    const server = new Server({ name: "practice", title: "Practice server", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({
      tools: Object.entries(bookTools).map(([name, { description, input }]) => ({
        name,
        description,
        inputSchema: z.toJSONSchema(input, { io: "input" }) as unknown as Tool["inputSchema"],
        annotations: { readOnlyHint: true },
      })),
    }));
    server.setRequestHandler("tools/call", ({ params }) => call(params.name, params.arguments ?? {}));
    return server;
  });
}

async function call(name: string, given: unknown): Promise<CallToolResult> {
  const found = Object.hasOwn(bookTools, name) ? bookTools[name] : undefined;
  if (!found) return failed(`There is no tool ${name}.`);
  const { success, data, error } = z.safeParse(found.input, given);
  if (!success) return failed(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  try {
    return { content: [{ type: "text", text: JSON.stringify(await found.answer(data as never)) }] };
  } catch (failure) {
    if (failure instanceof NotFound) return failed(failure.message);
    throw failure;
  }
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
