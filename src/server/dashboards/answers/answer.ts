import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { type Dimension, sourceOf } from "#contract/dashboards/catalogue.ts";
import type { Db } from "#server/platform/db/open.ts";
import { schemasOfQueues } from "#server/queues/figures/schemas-of-queues.store.ts";
import { type Counts, countOf, emptyOf, namesOf } from "./count.ts";
import { type About, labelIn, linkOf, queuesIn } from "./links.ts";
import { nameIds } from "./names.ts";
import { groupsOf, type Plan } from "./plan.ts";
import type { Instants } from "./spans.ts";
import { isTime, keyIn } from "./statement.ts";

/** What a plan came to at the moment `now`. */
export async function answerOf(db: Db, name: string, plan: Plan, now: Date): Promise<QueryAnswer> {
  const counts = await countOf(db, plan, plan.span);
  const former = plan.former && plan.span ? await countOf(db, plan, plan.span.former, counts.keys) : null;
  const called = await callGroups(db, plan, counts);
  const queues = queuesIn(plan);
  const listed = await schemasOfQueues(db, plan.scope.teamId, queues);
  const told: Told = { plan, counts, former, called, now, gone: new Set(queues.filter((id) => !listed.has(id))) };
  const row = (period: number | null, places: readonly number[]) => rowOf(told, period, places);
  const whole = await groupsOver(db, told);
  const { source: _, measures, by, grain, span } = plan;
  const groups = groupsOf(plan);
  const isAlone = by.length === 1 && groups.length === 1;
  const other = isAlone && counts.at(0, [0]) ? row(null, [0]) : null;
  const room = counts.groups.map((count, i) => count - (counts.keys[i]?.length ?? 0));
  return {
    name,
    measures: [...measures],
    by: [...by],
    grain,
    rows: by.length === 0 ? [] : cellsOf(plan, counts).map(({ period, places }) => row(period, places)),
    other,
    total: row(null, []),
    ...(whole && { groups: whole }),
    from: span?.from ?? null,
    to: span?.to ?? null,
    left_out: plan.bounded ? room.reduce((sum, count) => sum + count, 0) : 0,
  };
}

/** Of a query by time and a group: each group over all periods, and the others. It is counted: percentiles of periods do not add up to it. */
async function groupsOver(db: Db, { plan, counts, ...rest }: Told): Promise<AnswerRow[] | undefined> {
  const by = groupsOf(plan);
  if (!plan.span || by.length !== 1 || plan.by.length !== 2) return undefined;
  const alone: Plan = { ...plan, by, grain: null };
  const whole = await countOf(db, alone, plan.span, counts.keys);
  const former = plan.former ? await countOf(db, alone, plan.span.former, counts.keys) : null;
  const told = { ...rest, plan: alone, counts: whole, former };
  const own = cellsOf(alone, whole).map(({ period, places }) => rowOf(told, period, places));
  return whole.at(0, [0]) ? [...own, rowOf(told, null, [0])] : own;
}

interface Cell {
  readonly period: number | null;
  readonly places: readonly number[];
}

/** The cells of an answer in the order of its dimensions: of periods all, of two groups those with rows. The others come last. */
function cellsOf(plan: Plan, { periods, places, at }: Counts): Cell[] {
  const last = (place: number | undefined) => place || Number.POSITIVE_INFINITY;
  const groups = places
    .filter((each) => groupsOf(plan).length !== 1 || plan.by.length > 1 || each[0] !== 0)
    .toSorted((a, b) => last(a[0]) - last(b[0]) || last(a[1]) - last(b[1]));
  if (!periods) return groups.flatMap((each) => (at(0, each) ? [{ period: null, places: each }] : []));
  const times = periods.map((_, i) => i + 1);
  if (groupsOf(plan).length === 0) return times.map((period) => ({ period, places: [] }));
  if (isTime(plan.by[0] ?? "")) return times.flatMap((period) => groups.map((each) => ({ period, places: each })));
  return groups.flatMap((each) => times.map((period) => ({ period, places: each })));
}

interface Told {
  readonly plan: Plan;
  readonly counts: Counts;
  readonly former: Counts | null;
  /** What the groups of each dimension are called, by their keys. */
  readonly called: readonly ReadonlyMap<string, string>[];
  readonly now: Date;
  readonly gone: ReadonlySet<string>;
}

/** A row; without a period and places, all. */
function rowOf({ plan, counts, former, called, now, gone }: Told, period: number | null, places: readonly number[]): AnswerRow {
  const isTotal = period === null && places.length === 0;
  const groups = groupsOf(plan);
  const empty = plan.measures.map((_, i) => emptyOf(plan, i));
  const valuesIn = (of: Counts) => (isTotal ? of.total : of.at(period ?? 0, places)) ?? empty;
  const time = period === null ? undefined : counts.periods?.[period - 1];
  const by = plan.by.map((name) => {
    if (isTotal) return { value: null, name: "" };
    if (isTime(name)) return { value: time?.start ?? null, name: time?.label ?? "" };
    const i = groups.indexOf(name);
    const key = counts.keys[i]?.[(places[i] ?? 0) - 1];
    return key === undefined ? { value: null, name: "Other" } : { value: keyIn(key), name: called[i]?.get(key) ?? "" };
  });
  const other = places.includes(0);
  const about: About = {
    groups: isTotal ? {} : Object.fromEntries(plan.by.flatMap((name, i) => (isTime(name) ? [] : [[name, by[i]?.value ?? null]]))),
    time: plan.span && (time ? clipped(plan.span, time) : plan.span),
    now,
  };
  // A former span may have fewer periods.
  const wasThere = former && (period === null || period <= (former.periods?.length ?? 0));
  return {
    by: by.map(({ value }) => value),
    names: by.map((each) => each.name),
    values: [...valuesIn(counts)],
    former: former ? [...(wasThere ? valuesIn(former) : empty.map(() => null))] : null,
    unfinished: time ? Date.parse(time.end) > now.getTime() : (plan.span?.unfinished ?? false),
    other,
    link: other ? null : linkOf(plan, about, gone),
    links: plan.measures.map((measure) => (other ? null : linkOf(plan, about, gone, measure))),
  };
}

function clipped(span: Instants, { start, end }: { readonly start: string; readonly end: string }): Instants {
  return { from: start > span.from ? start : span.from, to: end < span.to ? end : span.to };
}

async function callGroups(db: Db, plan: Plan, { keys }: Counts): Promise<Map<string, string>[]> {
  const all: Map<string, string>[] = [];
  for (const [i, name] of groupsOf(plan).entries()) {
    const own = keys[i] ?? [];
    const { none = "None", words = {}, several }: Dimension = sourceOf(plan.source)?.dimensions[name] ?? { label: name };
    const ids = await nameIds(
      db,
      namesOf(plan, name),
      own.flatMap((key) => keyIn(key) ?? []),
    );
    const call = (value: string) => ids.get(value) ?? words[value] ?? (several ? labelName(value) : value);
    all.push(new Map(own.map((key) => [key, key === "" ? none : call(keyIn(key) ?? "")])));
  }
  return all;
}

function labelName(cell: string): string {
  const [key, value] = labelIn(cell);
  return key === "" ? value : `${key}: ${value}`;
}
