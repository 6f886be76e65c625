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
