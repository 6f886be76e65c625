import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type CallToolResult, createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";

export type CalledTool = { readonly name: string; readonly arguments: Record<string, unknown> };

export interface TestMcpServer {
  readonly url: string;
  /** As in `OUTBOUND_ALLOW`. */
  readonly host: string;
  /** What it offers; may be changed between requests. */
  tools: Tool[];
  /** Texts that it offers as resources, by their addresses; may be changed between requests. */
  readonly resources: Map<string, string>;
  /** What it does when a tool is called. */
  call: (called: CalledTool) => CallToolResult | Promise<CallToolResult>;
  /** Looks at each request first. Returns true when it has answered. */
  before: (request: IncomingMessage, response: ServerResponse, body: string) => boolean | Promise<boolean>;
  readonly calls: CalledTool[];
  /** Headers of every request. */
  readonly requests: IncomingMessage["headers"][];
  close(): Promise<void>;
}

export const said = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });

/** A real MCP server on this machine, which speaks both generations of the protocol. */
export async function startMcpServer(tools: Tool[] = []): Promise<TestMcpServer> {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: "test", version: "1.0.0" }, { capabilities: { tools: {}, resources: {} } });
    server.setRequestHandler("resources/list", () => ({
      resources: [...served.resources.keys()].map((uri) => ({ uri, name: uri.split("/").at(-1) ?? uri, mimeType: "text/plain" })),
    }));
    server.setRequestHandler("resources/read", ({ params: { uri } }) => ({ contents: [{ uri, text: served.resources.get(uri) ?? "" }] }));
    server.setRequestHandler("tools/list", () => ({ tools: served.tools }));
    server.setRequestHandler("tools/call", async ({ params }) => {
      const called = { name: params.name, arguments: params.arguments ?? {} };
      served.calls.push(called);
      return served.call(called);
    });
    return server;
  });
  const answer = toNodeHandler(handler);
  const http = createServer((request, response) => {
    void (async () => {
      served.requests.push(request.headers);
      const body = await text(request);
      if (await served.before(request, response, body)) return;
      await answer(request, response, body === "" ? undefined : JSON.parse(body));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const served: TestMcpServer = {
    url: `http://${host}/mcp`,
    host,
    tools,
    resources: new Map(),
    call: () => said("done"),
    before: () => false,
    calls: [],
    requests: [],
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      await handler.close();
    },
  };
  return served;
}
