import { readId, oneOf, readFields, textUpTo } from "#ui/address.ts";

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

const word = textUpTo(100);

export const readRunSearch = readFields<RunSearch>({
  status: (raw) => oneOf(statusOptions.map(({ value }) => value))(raw === "interrupted" ? "stopped" : raw),
  agent: readId,
  source: word,
  search: textUpTo(200),
  since: oneOf(sinceOptions.map(({ value }) => value)),
  failure: word,
  who: oneOf(["me"]),
  order: oneOf(["asc"]),
});

/** Whether anything narrows the list; the order does not. */
export function isFiltered({ order: _order, ...filters }: RunSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The moment a preset reaches back to, on the whole minute: the service keeps a total for each filter it has counted. */
export function sinceTime(since: Since, now: number): string {
  return new Date(Math.floor((now - presets[since]) / 60_000) * 60_000).toISOString();
}

/** What a list shows, in a few words. */
export function runsInWords({ status, agent, source, search, since, failure, who, order }: RunSearch): string {
  const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  const parts = [
    ...(status ? [labelOf(statusOptions, status)] : []),
    ...(failure ? [`failure “${failure}”`] : []),
    ...(agent ? ["one agent"] : []),
    ...(source ? [`source “${source}”`] : []),
    ...(since ? [labelOf(sinceOptions, since).toLowerCase()] : []),
    ...(who ? ["mine"] : []),
    ...(search ? [`“${search}”`] : []),
    ...(order ? ["oldest first"] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "All runs, newest first";
}
