import type { RunDetails } from "#contract/runs/runs.ts";

const sources: Record<string, string> = {
  console: "Console",
  api: "API",
  schedule: "Schedule",
  scheduling: "Schedule",
  event_trigger: "Event",
  case_trigger: "Queue",
};

/** Who or what started a run, in a word. */
export function sourceName(source: string | null): string {
  return source === null ? "–" : (sources[source] ?? source);
}

/** Who wrote a run's first message, where a person did. */
export function starterOf(run: Pick<RunDetails, "source" | "user_name">): string | undefined {
  return run.source === "console" || run.source === "api" ? (run.user_name ?? undefined) : undefined;
}
