const day = 86_400_000;

/** A jump of a zone's clock: at this instant its distance from UTC becomes another one. All in milliseconds, east of UTC positive. */
export interface Jump {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(zone, format);
  }
  return format;
}

/** How far a zone's clock is ahead of UTC, as `Intl` says. */
function offsetByIntl(zone: string, at: number): number {
  const [, month, date, year, hour, minute, second] = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(formatOf(zone).format(at)) ?? [];
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second)) - Math.floor(at / 1000) * 1000
  );
}

interface Year {
  readonly first: number;
  readonly jumps: readonly Jump[];
}

/** Finding a year's jumps asks `Intl` some 400 times. Kept for as many years of zones as an installation has in use. */
const years = new Map<string, Year>();
const mostYears = 2_000;

function yearOf(zone: string, year: number): Year {
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const [start, end] = [Date.UTC(year), Date.UTC(year + 1)];
  const found: Year = { first: offsetByIntl(zone, start), jumps: [...jumpsIn(zone, start, end)] };
  if (years.size >= mostYears) years.clear();
  years.set(key, found);
  return found;
}

/** No zone's clock has jumped twice within a day. */
function* jumpsIn(zone: string, start: number, end: number): Generator<Jump> {
  let before = offsetByIntl(zone, start);
  for (let at = start; at < end; at += day) {
    const after = offsetByIntl(zone, at + day);
    if (after !== before) yield { at: jumpWithin(zone, at, at + day, before), before, after };
    before = after;
  }
}

function jumpWithin(zone: string, from: number, to: number, before: number): number {
  let [low, high] = [from, to];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (offsetByIntl(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The jumps of a zone's clock that touch a span of time, in order. */
export function jumpsBetween(zone: string, from: number, to: number): readonly Jump[] {
  const jumps: Jump[] = [];
  for (let year = new Date(from).getUTCFullYear(); year <= new Date(to).getUTCFullYear(); year++)
    jumps.push(...yearOf(zone, year).jumps.filter(({ at }) => at >= from && at <= to));
  return jumps;
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(zone: string, at: number): number {
  const { first, jumps } = yearOf(zone, new Date(at).getUTCFullYear());
  return jumps.findLast((jump) => jump.at <= at)?.after ?? first;
}

/** The rules of time zones that this process knows, as in `2026a`. Later ones sort later. */
export const zoneRules = process.versions.tz ?? "";
