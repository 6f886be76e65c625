import { type Filter, type Instant, isInstant, type List, type SearchOf, type Span } from "#contract/list.ts";
import type { RequestOf } from "#contract/list-query.ts";

const spanMs: Readonly<Record<Span, number>> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
  "90d": 7_776_000_000,
  "365d": 31_536_000_000,
};

/** The filters of an address as a request has them. `me`: the signed-in person. */
export function requestOf<L extends List>({ filters }: L, search: SearchOf<L>, me = ""): RequestOf<L> {
  const given = search as Readonly<Record<string, unknown>>;
  const request: Record<string, unknown> = {};
  for (const [name, filter] of Object.entries<Filter>(filters)) {
    if (given[name] === undefined) continue;
    const [as, value] = [filter.as ?? name, sent(filter, given[name], me)];
    const before = request[as];
    // Two that say from when on: the list begins with the later one.
    request[as] = filter.kind === "instant" && typeof before === "string" && before > String(value) ? before : value;
  }
  return request as RequestOf<L>;
}

function sent(filter: Filter, value: unknown, me: string): unknown {
  const { kind } = filter;
  if (kind === "choice") return filter.sends?.[String(value)] ?? value;
  if (kind === "since") return instantOf(value as Span | Instant);
  if (kind === "mine") return me;
  return kind === "flag" ? String(value) : value;
}

export function instantOf(value: Span | Instant): string {
  return isInstant(value) ? value : since(value, Date.now());
}

/** The moment that a span reaches back to, on the whole minute: the service keeps a total for each filter it has counted. */
export function since(span: Span, now: number): string {
  return new Date(Math.floor((now - spanMs[span]) / 60_000) * 60_000).toISOString();
}
