import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createOutbound, type Outbound } from "#server/platform/outbound.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { callTool } from "./calling.ts";
import type { FaultKind, McpFault } from "./faults.ts";
import { listTools } from "./listing.ts";
import { checkOAuth } from "./oauth-check.ts";
import { mcpOf } from "./processes.ts";

const search = {
  name: "search",
  description: "Finds things",
  inputSchema: { type: "object" as const, properties: { query: { type: "string" } } },
};

let server: TestMcpServer;
let outbound: Outbound;
beforeAll(async () => {
  server = await startMcpServer();
  outbound = createOutbound([server.host]);
});
afterEach(() => {
  server.before = () => false;
  server.call = () => said("done");
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});

const place = (headers: Record<string, string> = {}) => ({ url: server.url, headers });
const list = (limitMs?: number) => listTools(outbound, place(), limitMs);
const call = (limitMs?: number) =>
  callTool(outbound, place(), { tool: "search", input_schema: search.inputSchema, arguments: '{"query":"a"}' }, limitMs);

async function fault(work: Promise<unknown>): Promise<Pick<McpFault, "kind" | "maybeDone" | "message">> {
  const { kind, maybeDone, message } = await work.then(
    () => expect.fail("it worked"),
    (error: unknown) => error as McpFault,
  );
  return { kind, maybeDone, message };
}

/** Answers what asks for this, as a server of the former generation; the rest is served. */
function instead(of: string, answer: (response: ServerResponse, id: unknown) => void): void {
  server.before = (_request, response, body) => {
    const { method, id } = JSON.parse(body || "{}") as { method?: string; id?: unknown };
    if (method === "server/discover") response.writeHead(400).end();
    else if (method === of) answer(response, id);
    else return false;
    return true;
  };
}
const json = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));

describe("a server that behaves", () => {
  test("lists its tools and carries out a call, with the headers it was given", async () => {
    server.tools = [search];
    server.call = ({ arguments: { query } }) => said(`found ${String(query)}`);
    const [tool] = await listTools(outbound, place({ "X-Api-Key": "example" }));
    expect(tool).toMatchObject({ name: "search", description: "Finds things", reads_only: false });
    expect(await call()).toEqual({ failed: false, content: [{ type: "text", text: "found a" }] });
    expect(server.requests[0]).toMatchObject({ "x-api-key": "example" });
  });

  test("of the former generation is understood too", async () => {
    server.tools = [search];
    instead("nothing", () => undefined);
    expect((await list()).map(({ name }) => name)).toEqual(["search"]);
    expect((await call()).failed).toBe(false);
  });

  test("is told apart from itself by any change of a tool, and not by the order of keys", async () => {
    const digest = async (tool: object) => {
      server.tools = [{ ...search, ...tool }];
      return (await list())[0]?.digest;
    };
    const known = await digest({});
    expect(await digest({ inputSchema: { properties: { query: { type: "string" } }, type: "object" } })).toBe(known);
    for (const change of [{ description: "Deletes things" }, { title: "Search" }, { annotations: { readOnlyHint: true } }])
      expect(await digest(change)).not.toBe(known);
  });

  test("shows nothing that hides or turns around what people read", async () => {
    const hidden = "a\u202eb\u200bc";
    server.tools = [
      { name: hidden, description: hidden, inputSchema: { type: "object", properties: { q: { type: "string", description: hidden } } } },
    ];
    const [tool] = await list();
    expect(tool).toMatchObject({ name: hidden, shown_name: "abc", description: "abc" });
    expect(JSON.stringify(tool?.input_schema)).toContain('"description":"abc"');
  });

  test("gives results within bounds, with what is no text named", async () => {
    server.call = () => ({
      content: [
        { type: "image", data: "AAAA", mimeType: "image/png" },
        { type: "text", text: "x".repeat(150_000) },
        { type: "text", text: "never seen" },
      ],
    });
    const { content } = await call();
    expect(content[0]).toEqual({ type: "image", mime_type: "image/png", left_out: "About 3 bytes that are not text." });
    expect(JSON.stringify(content).length).toBeLessThan(101_000);
    expect(content.at(-1)).toMatchObject({ left_out: expect.stringContaining("with 1 more parts") as string });
    server.call = () => ({ content: [], structuredContent: { rows: 3 } });
    expect((await call()).content).toEqual([{ type: "structured", text: '{"rows":3}' }]);
    server.call = () => ({ ...said("no such thing"), isError: true });
    expect(await call()).toMatchObject({ failed: true });
  });
});

describe("a server with a vice", () => {
  const outcome = async (work: Promise<unknown>) => {
    const { kind, maybeDone } = await fault(work);
    return [kind, maybeDone];
  };

  test("hangs, drips or ends its stream: time ends it, and a call may have been carried out", async () => {
    server.before = () => true;
    expect(await outcome(list(300))).toEqual(["timeout", false]);
    // Within the time there is a handshake too.
    instead("tools/call", () => undefined);
    expect(await outcome(call(3_000))).toEqual(["timeout", true]);
    const drips: NodeJS.Timeout[] = [];
    instead("tools/list", (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
      drips.push(drip);
    });
    expect(await outcome(list(3_000))).toEqual(["timeout", false]);
    expect(drips).toHaveLength(1);
    instead("tools/call", (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n"));
    expect((await outcome(call()))[1]).toBe(true);
  });

  test("floods: with tools, pages and bytes", async () => {
    const small = (i: number) => ({ name: `t${i}`, inputSchema: { type: "object" } });
    instead("tools/list", (response, id) =>
      json(response, { jsonrpc: "2.0", id, result: { tools: Array.from({ length: 10_000 }, (_, i) => small(i)) } }),
    );
    expect((await fault(list())).message).toContain("more than 500 tools");
    instead("tools/list", (response, id) =>
      json(response, { jsonrpc: "2.0", id, result: { tools: Array.from({ length: 60_000 }, (_, i) => small(i)) } }),
    );
    expect((await fault(list())).message).toContain("too many parts");
    instead("tools/list", (response, id) => json(response, { jsonrpc: "2.0", id, result: { tools: [], nextCursor: "again" } }));
    expect((await fault(list())).message).toContain("more than 50 pages");
    const packed = gzipSync(Buffer.alloc(20_000_000, " "));
    instead("tools/list", (response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" }).end(packed),
    );
    expect(await outcome(list())).toEqual(["too_large", false]);
    let sent = 0;
    instead("tools/call", (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(65_536, " ");
      const more = () => {
        if (response.destroyed || sent > 200_000_000) return;
        sent += chunk.length;
        response.write(chunk, more);
      };
      more();
    });
    expect(await outcome(call())).toEqual(["too_large", true]);
    expect(sent).toBeLessThan(50_000_000);
  });

  test("gives a pattern that would take minutes: it is never matched", async () => {
    const outputSchema = { type: "object" as const, properties: { a: { type: "string", pattern: "^(a+)+$" } } };
    server.tools = [
      { ...search, outputSchema, inputSchema: { type: "object", properties: { query: { type: "string", pattern: "^(a+)+$" } } } },
    ];
    server.call = () => ({ content: [], structuredContent: { a: `${"a".repeat(50)}!` } });
    expect(await list()).toHaveLength(1);
    expect(await call()).toMatchObject({ failed: false });
  });

  test("nests deeper than can be read: its arguments are open, and it is still told from another", async () => {
    const deep = (depth: number) => `${'{"properties":'.repeat(depth)}{}${"}".repeat(depth)}`;
    instead("tools/list", (response, id) =>
      json(response, `{"jsonrpc":"2.0","id":${String(id)},"result":{"tools":[{"name":"deep","inputSchema":${deep(5_000)}}]}}`),
    );
    expect(await list()).toMatchObject([{ name: "deep", input_schema: { type: "object" } }]);
  });

  test("lists nothing that is a tool: that is no empty list", async () => {
    for (const tools of [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, '["pay", null, {"name": 7}]']) {
      instead("tools/list", (response, id) => json(response, `{"jsonrpc":"2.0","id":${String(id)},"result":{"tools":${tools}}}`));
      expect(await outcome(list())).toEqual(["not_mcp", false]);
    }
  });

  test("leads elsewhere: nothing follows it", async () => {
    const other = await startMcpServer();
    server.before = (_request, response) => Boolean(response.writeHead(307, { location: other.url }).end());
    const { kind, message } = await fault(list());
    expect([kind, message.includes(other.url)]).toEqual(["refused", true]);
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  test.each<[string, number, FaultKind, boolean]>([
    ["no sign-in", 401, "sign_in", false],
    ["no right", 403, "forbidden", false],
    ["no such path", 404, "not_mcp", false],
    ["a fault", 500, "unreachable", true],
  ])("answers a call with %s (%i)", async (_, status, kind, maybeDone) => {
    instead("tools/call", (response) => response.writeHead(status, { "www-authenticate": "Bearer" }).end("<script>"));
    const found = await fault(call());
    expect([found.kind, found.maybeDone]).toEqual([kind, maybeDone]);
    expect(found.message).not.toContain("<script>");
  });

  test("says by a 200 that the sign-in is over, or sends a page", async () => {
    const error = { code: -32_001, message: "Token\u202e expired" };
    instead("tools/call", (response, id) => json(response, { jsonrpc: "2.0", id, error }));
    expect(await fault(call())).toMatchObject({
      kind: "said_no",
      maybeDone: false,
      message: expect.stringContaining("“Token expired”") as string,
    });
    for (const type of ["text/html", "application/json"]) {
      server.before = (_request, response) => Boolean(response.writeHead(200, { "content-type": type }).end("<html>Sign in</html>"));
      expect((await fault(list())).kind).toBe("not_mcp");
    }
  });

  test("answers as a stream what is none, or another call's answer", async () => {
    instead("tools/call", (response, id) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(JSON.stringify({ jsonrpc: "2.0", id, result: said("x") }));
    });
    expect((await fault(call())).maybeDone).toBe(true);
    instead("tools/call", (response) => json(response, { jsonrpc: "2.0", id: 4_711, result: said("another") }));
    expect((await fault(call())).maybeDone).toBe(true);
  });

  test("is not public: nothing is sent to it", async () => {
    const asked = server.requests.length;
    const closed = createOutbound([]);
    for (const work of [listTools(closed, place()), checkOAuth(closed, server.url)]) expect((await fault(work)).kind).toBe("refused");
    expect(server.requests).toHaveLength(asked);
    await closed.close();
    const gone = await startMcpServer();
    await gone.close();
    expect(await fault(listTools(createOutbound([gone.host]), { url: gone.url, headers: {} }))).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("refuses connections") as string,
    });
  });
});

test("a thread of its own does all this, and what it cannot do is told", async () => {
  const mcp = mcpOf(outbound);
  server.tools = [search];
  expect((await mcp.listTools(place()))[0]?.name).toBe("search");
  expect((await mcp.callTool(place(), { tool: "search", input_schema: {}, arguments: "{}" })).failed).toBe(false);
  server.before = (_request, response) => Boolean(response.writeHead(401).end());
  expect((await fault(mcp.listTools(place()))).kind).toBe("sign_in");
});

describe("a server that is at work", () => {
  /** Reports progress seven times, in longer than a call may take without a word, and then answers. */
  function reportAndAnswer(): void {
    server.before = (_request, response, body) => {
      const { method, id, params } = JSON.parse(body || "{}") as {
        method?: string;
        id?: unknown;
        params?: { _meta?: { progressToken?: unknown } };
      };
      if (method === "server/discover") return Boolean(response.writeHead(400).end());
      if (method !== "tools/call") return false;
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (message: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
      let progress = 0;
      const reporting = setInterval(() => {
        const progressToken = params?.["_meta"]?.progressToken;
        progress += 1;
        if (progressToken !== undefined) send({ method: "notifications/progress", params: { progressToken, progress } });
        if (progress < 7) return;
        clearInterval(reporting);
        send({ id, result: { content: [{ type: "text", text: "built" }] } });
        response.end();
      }, 300);
      response.once("close", () => clearInterval(reporting));
      return true;
    };
  }
  const build = { tool: "build", input_schema: {}, arguments: "{}" };

  test("has more time with each report of its progress", async () => {
    reportAndAnswer();
    let told = 0;
    const { content } = await callTool(outbound, place(), { ...build, patient: true }, 1_500, () => void told++);
    expect([content, told]).toEqual([[{ type: "text", text: "built" }], 7]);
  });

  test("has no more time where a person waits for the answer", async () => {
    reportAndAnswer();
    expect(await fault(callTool(outbound, place(), build, 1_500))).toMatchObject({ kind: "timeout", maybeDone: true });
  });
});

test.each([null, ""])("reads a list whose last page has the cursor %j", async (nextCursor) => {
  instead("tools/list", (response, id) => json(response, { jsonrpc: "2.0", id, result: { tools: [search], nextCursor } }));
  expect((await list()).map(({ name }) => name)).toEqual(["search"]);
});

test("names the former transport where an address looks like one of it", async () => {
  server.before = (_request, response) => Boolean(response.writeHead(405).end());
  const found = await fault(listTools(outbound, { url: `http://${server.host}/sse`, headers: {} }));
  expect(found).toMatchObject({ kind: "not_mcp", message: expect.stringContaining("former SSE transport") });
});
