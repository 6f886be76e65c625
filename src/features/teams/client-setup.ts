import type { McpArea } from "#contract/teams/ai-clients.ts";
import type { ClientSearch } from "./client-search.ts";

/** Which tools a client gets. */
export interface ToolChoice {
  readonly from: "all" | "areas" | "find";
  /** Ids of areas, for `areas`. */
  readonly areas: readonly string[];
  readonly readOnly: boolean;
}

/** What the address of the page says, and back. An area that is not there is none. */
export function choiceIn({ tools, areas = "", read }: ClientSearch, all: readonly McpArea[]): ToolChoice {
  const named = new Set(areas.split(","));
  return { from: tools ?? "all", areas: all.map(({ id }) => id).filter((id) => named.has(id)), readOnly: read ?? false };
}
export function searchOf({ from, areas, readOnly }: ToolChoice): ClientSearch {
  return {
    ...(from === "all" ? {} : { tools: from }),
    ...(areas.length === 0 ? {} : { areas: areas.join(",") }),
    ...(readOnly ? { read: true } : {}),
  };
}

/** The address that offers these tools; undefined where no area is chosen. */
export function addressOf(url: string, { from, areas, readOnly }: ToolChoice): string | undefined {
  if (from === "areas" && areas.length === 0) return undefined;
  const part = from === "find" ? "/find" : from === "areas" ? `/areas/${areas.join(",")}` : "";
  return `${url}${part}${readOnly ? "/read" : ""}`;
}

/** How many operations the client can call. */
export function countOf(all: readonly McpArea[], { from, areas, readOnly }: ToolChoice): number {
  const some = from === "areas" ? all.filter(({ id }) => areas.includes(id)) : all;
  return some.reduce((sum, area) => sum + (readOnly ? area.reads : area.tools), 0);
}

interface Client {
  readonly label: string;
  /** Where its configuration is kept. */
  readonly place: string;
  config(url: string, key: string): string;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const headers = (key: string) => ({ Authorization: `Bearer ${key}` });

/** The usual clients, and what each of them reads. */
export const aiClients = {
  claude_code: {
    label: "Claude Code",
    place: ".mcp.json in the folder of your project",
    config: (url, key) => json({ mcpServers: { caseload: { type: "http", url, headers: headers(key) } } }),
  },
  claude_desktop: {
    label: "Claude Desktop",
    place: "claude_desktop_config.json. The program mcp-remote passes the key on",
    config: (url, key) =>
      json({
        mcpServers: {
          caseload: {
            command: "npx",
            args: ["-y", "mcp-remote", url, "--header", "Authorization:${CASELOAD_KEY}"],
            env: { CASELOAD_KEY: `Bearer ${key}` },
          },
        },
      }),
  },
  cursor: {
    label: "Cursor",
    place: "~/.cursor/mcp.json, or .cursor/mcp.json in a project",
    config: (url, key) => json({ mcpServers: { caseload: { url, headers: headers(key) } } }),
  },
  vs_code: {
    label: "VS Code",
    place: ".vscode/mcp.json",
    config: (url, key) => json({ servers: { caseload: { type: "http", url, headers: headers(key) } } }),
  },
  codex: {
    label: "Codex",
    place: "~/.codex/config.toml",
    config: (url, key) => `[mcp_servers.caseload]\nurl = ${JSON.stringify(url)}\nhttp_headers = { "Authorization" = "Bearer ${key}" }`,
  },
  other: {
    label: "Another client",
    place: "any client that connects to a remote MCP server (Streamable HTTP)",
    config: (url, key) => json({ url, headers: headers(key) }),
  },
} as const satisfies Record<string, Client>;
export type AiClient = keyof typeof aiClients;

/** The client of an address; Claude Code where it names none. */
export function clientIn({ client = "" }: ClientSearch): AiClient {
  return Object.hasOwn(aiClients, client) ? (client as AiClient) : "claude_code";
}
