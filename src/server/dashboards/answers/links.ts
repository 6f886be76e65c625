import type { FigureLink } from "#contract/dashboards/answers.ts";
import { fieldPrefix, type SourceName, sourceOf } from "#contract/dashboards/catalogue.ts";
import { caseAgeDays } from "#contract/dashboards/case-ages.ts";
import { isValueOf } from "./fields.ts";
import type { Plan } from "./plan.ts";
import type { Instants } from "./spans.ts";

/** What a row is about: the group of each dimension, and the time. */
export interface About {
  readonly groups: Readonly<Record<string, string | null>>;
  readonly time: Instants | null;
  /** The moment of the answer. */
  readonly now: Date;
}

type Filters = FigureLink["filters"];
/** What one value of a dimension is in the address of a list. Undefined: nothing there says it. */
type Says = (value: string, now: Date) => Filters | undefined;

interface ListOf {
  readonly list: FigureLink["list"];
  readonly says: Readonly<Record<string, Says>>;
  /** The values that a measure counts, by dimension. Absent: all of a row. Undefined: what no filter says. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  /** The same of a field of a case schema, by its place. */
  readonly saysField?: (place: string, value: string) => Filters | undefined;
  /** Measures whose time is that of an end. */
  readonly closing?: readonly string[];
}

const named =
  (name: string): Says =>
  (value) => ({ [name]: value });
const states: Readonly<Record<string, string>> = { in_progress: "claimed" };

const runs: ListOf = {
  list: "runs",
  says: {
    agent: named("agent"),
    person: named("person"),
    queue: named("queue"),
    revision: named("revision"),
    source: named("source"),
    failure: named("failure"),
    status: (value) => (value === "not_started" ? undefined : { status: value === "interrupted" ? "stopped" : value }),
    evaluation: named("evaluation"),
  },
  counts: {
    completed: { status: "completed" },
    failed: { status: "failed" },
    stopped: { status: "interrupted" },
    failed_evaluation: { evaluation: "failed" },
    // Those that passed have no filter of their own.
    pass_rate: undefined,
  },
};
/** Those that were made in the time that an age is, before the moment of the answer. */
function madeWithin(age: string, now: Date): Filters | undefined {
  const days = Object.entries(caseAgeDays);
  const at = days.findIndex(([name]) => name === age);
  if (at < 0) return undefined;
  const ago = (of: number) => new Date(now.getTime() - of * 86_400_000).toISOString();
  const [youngest, oldest] = [days[at]?.[1] ?? 0, days[at + 1]?.[1]];
  return { ...(oldest === undefined ? {} : { from: ago(oldest) }), ...(youngest === 0 ? {} : { to: ago(youngest) }) };
}

const ofCase: ListOf["says"] = {
  queue: () => ({}),
  state: (value) => ({ status: states[value] ?? value }),
  failure: named("failure"),
};
const cases: ListOf = {
  list: "cases",
  says: {
    ...ofCase,
    age: madeWithin,
    priority: named("priority"),
    label: (value) => ({ label: labelIn(value) }),
  },
  // An address has no empty text, and a filter takes 200 characters, of which an emoji is two.
  saysField: (place, value) => (value === "" || value.length > 200 ? undefined : { field: [place, value] }),
  counts: {
    completed: { state: "completed" },
    failed: { state: "failed" },
    open: { state: "open" },
    evaluated: { state: "judged" },
    pass_rate: { state: "judged" },
  },
};
const flow: ListOf = {
  list: "cases",
  says: ofCase,
  counts: { backlog: undefined },
  closing: ["closed", "time_to_close_p50", "time_to_close_p95"],
};
const lists: Partial<Record<SourceName, ListOf>> = { runs, cases, flow };

/** Words that lists of cases have for several states. */
const severalStates: ReadonlySet<string> = new Set(["open", "judged"]);

/** The queues that filters name, whose cases a link could list. */
export function queuesIn({ source, filters }: Plan): readonly string[] {
  if (lists[source]?.list !== "cases") return [];
  return filters.flatMap(({ by, values }) => (by === "queue" ? values.flatMap((value) => value ?? []) : []));
}

/**
 * The list of what a row is about; `measure`: of what this one counts of it. Null where no list shows just that. `gone`: queues that have no list,
 * or none for this team.
 */
export function linkOf(plan: Plan, { groups, time, now }: About, gone: ReadonlySet<string>, measure?: string): FigureLink | null {
  const of = lists[plan.source];
  if (!of || (plan.source === "flow" && measure === undefined)) return null;
  const counted = measure !== undefined && measure in of.counts ? of.counts[measure] : {};
  if (!counted) return null;
  const values = new Map<string, string>();
  for (const [name, value] of [...Object.entries(groups), ...Object.entries(counted), ...filtersOf(plan, groups)]) {
    if (value === null || (values.has(name) && values.get(name) !== value)) return null;
    values.set(name, value);
  }
  // What has an age is open: another state beside it leaves nothing.
  if (values.has("age") && !values.has("state")) values.set("state", "open");
  if (values.has("age") && !isOpen(values.get("state"))) return null;
  let filters: Filters = {};
  for (const [name, value] of values) {
    const says =
      of.saysField && name.startsWith(fieldPrefix) ? of.saysField(name.slice(fieldPrefix.length), value) : of.says[name]?.(value, now);
    // An address says one field.
    if (says?.field && filters.field) return null;
    // An address leaves out what it cannot read, and would list more.
    if (!says || (!severalStates.has(value) && !isValueOf(sourceOf(plan.source)?.dimensions[name], value))) return null;
    // Who lists only what is their own is not asked whose.
    if (name === "person" && plan.scope.userId !== null && plan.scope.userId !== value) return null;
    filters = { ...filters, ...says };
  }
  const closing = measure !== undefined && of.closing?.includes(measure);
  // Without a time of their end the list would have those that are open too.
  if (closing && !time) return null;
  if (time && closing) filters = { ...filters, closed_from: time.from, closed_to: time.to };
  else if (time) filters = { ...filters, ...within(filters, time) };
  if (of.list !== "cases") return { list: of.list, filters };
  const queue_id = values.get("queue");
  return queue_id === undefined || gone.has(queue_id) ? null : { list: "cases", queue_id, filters };
}

/** From the later beginning to the earlier end. */
function within({ from, to }: Filters, time: Instants): Filters {
  return {
    from: typeof from === "string" && from > time.from ? from : time.from,
    to: typeof to === "string" && to < time.to ? to : time.to,
  };
}

const openStates: readonly unknown[] = ["open", "pending", "in_progress", "needs_input", "postponed"];
const isOpen = (state: string | undefined) => openStates.includes(state);

/** The conditions of a plan that its groups do not say already. Null: more than one value, or all but some. */
function filtersOf({ source, filters }: Plan, groups: About["groups"]): [string, string | null][] {
  return filters.flatMap(({ by, kind, values }): [string, string | null][] => {
    if (Object.hasOwn(groups, by) && !sourceOf(source)?.dimensions[by]?.several) return [];
    if (kind === "is_not") return [[by, null]];
    if (by === "state" && isAllOpen(values)) return [[by, "open"]];
    return [[by, values.length === 1 ? (values[0] ?? null) : null]];
  });
}

/** Whether a condition names the open states, all of them and no other: a list has a word for that. */
function isAllOpen(values: readonly (string | null)[]): boolean {
  return values.length === 4 && new Set(values).size === 4 && values.every((value) => value !== null && value !== "open" && isOpen(value));
}

/** The key and the value of a label that stands in one text, as `labelsCell` writes it. */
export function labelIn(cell: string): [key: string, value: string] {
  const plain = (text: string) => text.replaceAll(/\\(.)/gs, "$1");
  const [, key = "", value] = /^((?:[^\\:]|\\.)*)(?:: (.*))?$/s.exec(cell) ?? [];
  return value === undefined ? ["", plain(key)] : [plain(key), plain(value)];
}
