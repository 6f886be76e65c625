import { createHash } from "node:crypto";
import { isTooDeep } from "#contract/json-depth.ts";
import { z } from "#contract/zod.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { McpFault } from "./faults.ts";
import { hasUnseen } from "#contract/unseen.ts";
import { shownLine, shownText } from "./foreign-text.ts";
import { apiTools } from "#server/connections/native/api-tools.ts";
import { connectMs, type McpServer, withServer } from "./session.ts";

/** Tools of one server. */
const maxTools = 500;
const maxPages = 50;
/** Far more than the tools of one answer may have together. */
const maxObjects = 30_000;
const maxSchemaCharacters = 65_536;
/** Of all schemas together. */
const maxSchemas = 2_000_000;

/** A tool as a server declares it. Everything in it is the server's claim. */
export interface ListedTool {
  /** As the server calls it. */
  readonly name: string;
  /** Without what nobody sees. */
  readonly shown_name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input_schema: Readonly<Record<string, unknown>>;
  /** Whether the server says that the tool changes nothing. */
  readonly reads_only: boolean;
  /** Whether it says that the tool can delete or overwrite. Silence is not taken for it, though the protocol would. */
  readonly destroys: boolean;
  /** Of everything that the server declares about it: another one is another tool. */
  readonly digest: string;
}

const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });

/** The tools of a server. Throws an McpFault. */
export async function listTools(outbound: Outbound, server: McpServer, limitMs = connectMs): Promise<ListedTool[]> {
  if (server.api) return (await apiTools(outbound, { ...server, api: server.api }, limitMs)).flatMap((tool) => readTool(tool) ?? []);
  return withServer(outbound, server, { limitMs, maxObjects }, async ({ client, signal }) => {
    if (!client.getServerCapabilities()?.tools) throw new McpFault("no_tools", "The server answers, and it offers no tools.");
    const found = new Map<string, ListedTool>();
    let schemas = 0;
    let unreadable = 0;
    let cursor: string | undefined;
    for (let page = 0; ; page++) {
      if (page === maxPages) throw new McpFault("too_large", `The server's list of tools has more than ${maxPages} pages.`);
      const params = cursor === undefined ? {} : { cursor };
      const answer = z.parse(Page, await client.request({ method: "tools/list", params }, Page, { signal }));
      if (answer.tools.length + found.size > maxTools)
        throw new McpFault("too_large", `The server offers more than ${maxTools} tools, as many as can be listed.`);
      for (const tool of answer.tools.map(readTool)) {
        if (!tool) unreadable++;
        if (!tool || found.has(tool.name)) continue;
        schemas += JSON.stringify(tool.input_schema).length;
        if (schemas > maxSchemas) throw new McpFault("too_large", "The server's tools have more arguments than can be listed.");
        found.set(tool.name, tool);
      }
      // Some servers write null, or nothing, where the list ends.
      if (!answer.nextCursor) break;
      cursor = answer.nextCursor;
    }
    // A list of which nothing can be read is no empty one: its tools would seem to be gone.
    if (found.size === 0 && unreadable > 0) throw new McpFault("not_mcp", "The server answers, and nothing that it lists is a tool.");
    return [...found.values()];
  });
}

/** Undefined for what is no tool. */
function readTool(given: unknown): ListedTool | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations } = given as Record<string, unknown>;
  if (typeof name !== "string" || name.length === 0 || name.length > 256) return undefined;
  const { readOnlyHint, destructiveHint } = (annotations ?? {}) as { readOnlyHint?: unknown; destructiveHint?: unknown };
  return {
    name,
    shown_name: shownLine(name, 128),
    description: typeof description === "string" ? shownText(description, 4_000) : typeof title === "string" ? shownText(title, 200) : "",
    input_schema: readSchema(inputSchema),
    reads_only: readOnlyHint === true,
    // The protocol gives it a meaning only where the tool does not only read.
    destroys: destructiveHint === true && readOnlyHint !== true,
    digest: digestOf({ name, title, description, inputSchema, outputSchema, annotations }),
  };
}

/** A schema that is too long or too deep for a model, or names arguments by what nobody sees, says no more than that there are arguments. */
function readSchema(given: unknown): Record<string, unknown> {
  const open = { type: "object" };
  const text = textOf(given);
  if (text === undefined || text.length > maxSchemaCharacters || isTooDeep(text)) return open;
  let hidden = false;
  const schema = JSON.parse(text, (key, value: unknown) => {
    hidden ||= hasUnseen(key);
    return typeof value === "string" ? shownText(value, 4_000) : value;
  }) as unknown;
  if (hidden) return open;
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return open;
  const { $schema: _, ...rest } = schema as Record<string, unknown>;
  return { ...rest, ...open };
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than can be written.
    return undefined;
  }
}

/** The same for the same declaration, in whatever order its keys come. */
function digestOf(declared: Record<string, unknown>): string {
  const hash = createHash("sha256");
  const text = textOf(declared);
  return hash.update(text === undefined || isTooDeep(text) ? "too deep" : JSON.stringify(inOrder(JSON.parse(text)))).digest("base64url");
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
}
