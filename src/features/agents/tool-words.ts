import type { ToolType } from "#contract/agents/config.ts";

/** The kinds of tools that a run can have, in plain words, in the order in which they are offered. */
const tools: Readonly<Record<ToolType, { readonly label: string; readonly hint: string }>> = {
  files: { label: "Files", hint: "Lists, reads and writes the team's files." },
  python: { label: "Python", hint: "Runs programs in a sandbox without network." },
  memory: { label: "Memory", hint: "Keeps notes between runs while the agent's memory is on." },
  cases: { label: "Cases", hint: "Adds cases to the revision's queues and works on the cases it claims." },
  handover: { label: "Other agents", hint: "Hands off work to the agents chosen below, or calls them." },
  mcp: { label: "Connections", hint: "Calls the tools of the services that the revision connects to." },
  human_request: { label: "Ask a person", hint: "Asks questions and requests approvals, and waits for answers." },
};

export const offeredTools = (Object.keys(tools) as ToolType[]).map((type) => ({ type, ...tools[type] }));

/** `browser` comes with a login and is no kind that a configuration names. Another service may know kinds that have no word here. */
export function toolLabel(type: ToolType | "browser"): string {
  return type === "browser" ? "Browser" : Object.hasOwn(tools, type) ? tools[type].label : type;
}
