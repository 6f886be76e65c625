/** The filters of the list as the address holds them. Read by routes, so it names no schema. */
export interface RunSearch {
  status?: string;
  agent?: string;
  source?: string;
  search?: string;
  since?: Since;
  /** The code of what runs failed by. */
  failure?: string;
  who?: "me";
  order?: "asc";
}

const presets = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export type Since = keyof typeof presets;

export const sinceOptions: readonly { value: Since; label: string }[] = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
];

export const statusOptions: readonly { value: string; label: string }[] = [
  { value: "needs_attention", label: "Needs attention" },
  { value: "running", label: "Running" },
  { value: "waiting", label: "Waiting" },
  { value: "pending", label: "Queued" },
  { value: "starting", label: "Starting" },
  { value: "completed", label: "Completed" },
  { value: "failed", label: "Failed" },
  { value: "stopped", label: "Stopped" },
];

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps what means something and drops the rest, so that an edited address never breaks the page. */
export function readRunSearch(raw: Record<string, unknown>): RunSearch {
  const status = textOf(raw["status"]);
  const agent = textOf(raw["agent"]);
  const source = textOf(raw["source"]);
  const search = textOf(raw["search"])?.slice(0, 200);
  const since = textOf(raw["since"]);
  const failure = textOf(raw["failure"])?.slice(0, 100);
  const known = status === "interrupted" ? "stopped" : status;
  return {
    ...(known && statusOptions.some((option) => option.value === known) ? { status: known } : {}),
    ...(agent && uuidForm.test(agent) ? { agent: agent.toLowerCase() } : {}),
    ...(source ? { source: source.slice(0, 100) } : {}),
    ...(search ? { search } : {}),
    ...(since && since in presets ? { since: since as Since } : {}),
    ...(failure ? { failure } : {}),
    ...(raw["who"] === "me" ? { who: "me" } : {}),
    ...(raw["order"] === "asc" ? { order: "asc" } : {}),
  };
}

// The router reads `?search=42` as a number.
function textOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" ? undefined : text;
}

/** Whether anything narrows the list; the order does not. */
export function isFiltered({ order: _order, ...filters }: RunSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The moment a preset reaches back to, on the whole minute: the service keeps a total for each filter it has counted. */
export function sinceTime(since: Since, now: number): string {
  return new Date(Math.floor((now - presets[since]) / 60_000) * 60_000).toISOString();
}
