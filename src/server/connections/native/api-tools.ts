import { parseFor } from "#contract/numbers-for.ts";
import { z } from "#contract/zod.ts";
import { faultOf } from "#server/connections/mcp/fault-of.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { type Exchange, guardedFetch } from "#server/connections/mcp/guarded-fetch.ts";
import { type Block, bounded, type CallResult, type ToolCall } from "#server/connections/mcp/results.ts";
import type { ApiServer, McpServer } from "#server/connections/mcp/session.ts";
import type { Outbound } from "#server/platform/outbound.ts";

type Api = McpServer & { readonly api: ApiServer };

const query = z.record(z.string(), z.string()).optional().describe("Parameters of the address, each a text");
const path = z.string().max(4_000).regex(/^\//).describe("The path of the operation, as in /items/17; it starts with /");
const body = z.unknown().optional().describe("The body, sent as JSON");

const methods = {
  read: ["GET"],
  write: ["POST", "PUT", "PATCH"],
  delete: ["DELETE"],
} as const;
const inputs = {
  read: z.strictObject({ path, query }),
  write: z.strictObject({ method: z.enum(methods.write), path, query, body }),
  delete: z.strictObject({ path, query, body }),
} as const;
const words = {
  read: "Reads from the API by GET. Changes nothing.",
  write: "Sends something to the API by POST, PUT or PATCH.",
  delete: "Deletes something by the API, by DELETE.",
} as const;
type ApiTool = keyof typeof methods;

/**
 * What agents get of a service that a person signed in to: its whole API by three tools, so that a person decides apart about reading, writing and
 * deleting. Each listing asks the service who calls, so that one whose sign-in has ended is found out. Throws an McpFault.
 */
export async function apiTools(outbound: Outbound, server: Api, limitMs: number): Promise<Record<string, unknown>[]> {
  const { api, url } = server;
  if (api.who !== undefined) {
    const { status, text } = await request(outbound, server, new URL(api.who), { method: "GET" }, limitMs);
    requireSignedIn(server, status, text);
  }
  return (["read", "write", "delete"] as const).map((name) => ({
    name,
    description: `${words[name]} The API is that of ${api.name}, and starts at ${url}. It acts as the person who connected it.`,
    inputSchema: z.toJSONSchema(inputs[name], { io: "input" }),
    annotations: { readOnlyHint: name === "read", ...(name === "delete" && { destructiveHint: true }) },
  }));
}

/** One request to the API that a connection is for, and to nothing else. Throws an McpFault. */
export async function callApi(outbound: Outbound, server: Api, { tool, arguments: given }: ToolCall, limitMs: number): Promise<CallResult> {
  if (!Object.hasOwn(inputs, tool)) return failed(`There is no tool ${tool}.`);
  const shape = inputs[tool as ApiTool] as z.ZodType<Given>;
  const { success, data, error } = z.safeParse(shape, parseFor(shape, given));
  if (!success) return failed(error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  const address = addressOf(server.url, data);
  if (!address) return failed(`The path leads out of ${server.url}. Nothing was called.`);
  const method = data.method ?? methods[tool as ApiTool][0];
  const sent = data.body === undefined ? {} : { body: JSON.stringify(data.body), headers: { "content-type": "application/json" } };
  const { status, type, text } = await request(outbound, server, address, { method, ...sent }, limitMs);
  requireSignedIn(server, status, text);
  const readable = text === "" || /json|xml|text|javascript|csv/.test(type);
  const content: Block[] = [
    { type: "text", text: `HTTP ${status}${type === "" ? "" : `, ${type.slice(0, 100)}`}` },
    readable ? { type: "text", text } : { type: "text", left_out: `About ${text.length} bytes that are not text.` },
  ];
  return { failed: status >= 400, content: bounded(content) };
}

interface Given {
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Within the API's own address, whatever the path has in it. */
function addressOf(base: string, given: Given): URL | undefined {
  const root = base.replace(/\/+$/, "");
  if (!URL.canParse(root + given.path)) return undefined;
  const url = new URL(root + given.path);
  const from = new URL(`${root}/`);
  if (url.origin !== from.origin || !url.pathname.startsWith(from.pathname) || url.username !== "" || url.password !== "") return undefined;
  for (const [name, value] of Object.entries(given.query ?? {})) url.searchParams.append(name, value);
  url.hash = "";
  return url;
}

function requireSignedIn({ api, url }: Api, status: number, text: string): void {
  const said = api.signed_out.length === 0 ? undefined : z.safeParse(z.looseObject({ error: z.string() }), jsonOf(text)).data?.error;
  if (status === 401 || (said !== undefined && api.signed_out.includes(said)))
    throw new McpFault("sign_in", `${new URL(url).host} does not accept this sign-in.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function request(outbound: Outbound, { headers }: Api, url: URL, init: RequestInit, limitMs: number) {
  const exchange: Exchange = {};
  const signal = AbortSignal.timeout(limitMs);
  try {
    const fetch = guardedFetch(outbound, exchange, { signal, timeoutMs: limitMs });
    const answer = await fetch(url, { ...init, headers: { accept: "application/json", ...headers, ...init.headers } });
    return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
  } catch (error) {
    // Here any answer is one: only a failure to get one counts.
    const { status: _, ...rest } = exchange;
    throw faultOf(error, rest, url.href, { asked: init.method !== "GET", late: signal.aborted });
  }
}

function failed(text: string): CallResult {
  return { failed: true, content: [{ type: "text", text }] };
}
