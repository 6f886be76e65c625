import type { ToolType } from "#contract/agents/config.ts";

/** The kinds of tools that a run can have, in plain words. */
export const offeredTools: readonly { type: ToolType; label: string; hint: string }[] = [
  { type: "files", label: "Files", hint: "Lists, reads and writes the team's files." },
  { type: "python", label: "Python", hint: "Runs programs in a sandbox without network." },
  { type: "memory", label: "Memory", hint: "Keeps notes between runs while the agent's memory is on." },
  { type: "cases", label: "Cases", hint: "Adds cases to the revision's queues and works on the cases it claims." },
  { type: "handover", label: "Other agents", hint: "Hands off work to the agents chosen below, or calls them." },
  { type: "mcp", label: "Connections", hint: "Calls the tools of the services that the revision connects to." },
  { type: "human_request", label: "Ask a person", hint: "Asks questions and requests approvals, and waits for answers." },
];

/** `browser` comes with a login and is no kind that a configuration names. */
export function toolLabel(type: ToolType | "browser"): string {
  if (type === "browser") return "Browser";
  return offeredTools.find((tool) => tool.type === type)?.label ?? type;
}
