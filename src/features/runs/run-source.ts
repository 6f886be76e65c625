import type { RunDetails } from "#contract/runs/run.ts";

const sources: Record<string, string> = {
  console: "Console",
  api: "API",
  schedule: "Schedule",
  scheduling: "Schedule",
  event_trigger: "Event",
  case_trigger: "Queue",
  handover: "Handover",
  sub_agent: "Another agent",
};

/** Who or what started a run, in a word. */
export function sourceName(source: string | null): string {
  return source === null ? "–" : (sources[source] ?? source);
}

export interface Writer {
  readonly name: string;
  /** It is an agent that gave this run its work. */
  readonly agent: boolean;
}

/** Who wrote a run's first message, where that is known. */
export function starterOf({ source, user_name: name, parent }: Pick<RunDetails, "source" | "user_name" | "parent">): Writer | undefined {
  if (parent) return { name: parent.agent_name, agent: true };
  return name !== null && (source === "console" || source === "api") ? { name, agent: false } : undefined;
}
