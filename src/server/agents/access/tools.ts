import type { ToolType } from "#contract/agents/config.ts";
import type { AccessEntry } from "#contract/agents/access.ts";
import type { AccessSource } from "./source.ts";

const does: Record<ToolType, string> = {
  files: "lists, reads and writes the team's files",
  python: "runs programs in a sandbox without network",
  human_request: "asks people and waits for their answer",
  memory: "reads and changes the agent's memory",
  cases: "reads and changes cases",
  handover: "hands off work to other agents",
  mcp: "calls the tools of connected servers",
};

/** A program's way out is its socket; a model has the tools that its configuration allows, every one when it names none. */
export const tools: AccessSource = async ({ config, context: { engine } }) => {
  if (!config) return [];
  if ("language" in config.data) return [entry("python", "runs this program in a sandbox without network")];
  const named = config.data.tools?.map(({ type }) => type) ?? [];
  return engine
    .toolTypes()
    .filter((type) => named.length === 0 || named.includes(type))
    .map((type) => entry(type, does[type]));
};

function entry(type: ToolType, detail: string): AccessEntry {
  return { kind: "tool", id: type, name: type, detail };
}
