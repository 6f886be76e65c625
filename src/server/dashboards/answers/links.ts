import type { FigureLink } from "#contract/dashboards/answers.ts";
import { type SourceName, sourceOf } from "#contract/dashboards/catalogue.ts";
import { isValueOf } from "./fields.ts";
import type { Plan } from "./plan.ts";
import type { Instants } from "./spans.ts";

/** What a row is about: the group of each dimension, and the time. */
export interface About {
  readonly groups: Readonly<Record<string, string | null>>;
  readonly time: Instants | null;
}

type Filters = FigureLink["filters"];
/** What one value of a dimension is in the address of a list. Undefined: nothing there says it. */
type Says = (value: string) => Filters | undefined;

interface ListOf {
  readonly list: FigureLink["list"];
  readonly says: Readonly<Record<string, Says>>;
  /** The values that a measure counts, by dimension. Absent: all of a row. Undefined: what no filter says. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
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
  },
  counts: { completed: { status: "completed" }, failed: { status: "failed" }, stopped: { status: "interrupted" } },
};
const inQueue = { queue: () => ({}) };
const cases: ListOf = {
  list: "cases",
  says: {
    ...inQueue,
    state: (value) => ({ status: states[value] ?? value }),
    priority: named("priority"),
    label: (value) => ({ label: labelIn(value) }),
  },
  counts: { completed: { state: "completed" }, failed: { state: "failed" }, open: undefined },
};
const flow: ListOf = { list: "cases", says: inQueue, counts: { closed: undefined, backlog: undefined } };
const lists: Partial<Record<SourceName, ListOf>> = { runs, cases, flow };

/** The queues that filters name, whose cases a link could list. */
export function queuesIn({ source, filters }: Plan): readonly string[] {
  if (lists[source]?.list !== "cases") return [];
  return filters.flatMap(({ by, values }) => (by === "queue" ? values.flatMap((value) => value ?? []) : []));
}

/**
 * The list of what a row is about; `measure`: of what this one counts of it. Null where no list shows just that. `gone`: queues that have no list,
 * or none for this team.
 */
export function linkOf(plan: Plan, { groups, time }: About, gone: ReadonlySet<string>, measure?: string): FigureLink | null {
  const of = lists[plan.source];
  if (!of || (plan.source === "flow" && measure === undefined)) return null;
  const counted = measure !== undefined && measure in of.counts ? of.counts[measure] : {};
  if (!counted) return null;
  const values = new Map<string, string>();
  for (const [name, value] of [...Object.entries(groups), ...Object.entries(counted), ...filtersOf(plan, groups)]) {
    if (value === null || (values.has(name) && values.get(name) !== value)) return null;
    values.set(name, value);
  }
  let filters: Filters = {};
  for (const [name, value] of values) {
    const says = of.says[name]?.(value);
    // An address leaves out what it cannot read, and would list more.
    if (!says || !isValueOf(sourceOf(plan.source)?.dimensions[name], value)) return null;
    // Who lists only what is their own is not asked whose.
    if (name === "person" && plan.scope.userId !== null && plan.scope.userId !== value) return null;
    filters = { ...filters, ...says };
  }
  if (time) filters = { ...filters, from: time.from, to: time.to };
  if (of.list !== "cases") return { list: of.list, filters };
  const queue_id = values.get("queue");
  return queue_id === undefined || gone.has(queue_id) ? null : { list: "cases", queue_id, filters };
}

/** The conditions of a plan that its groups do not say already. Null: more than one value, or all but some. */
function filtersOf({ source, filters }: Plan, groups: About["groups"]): [string, string | null][] {
  return filters.flatMap(({ by, kind, values }): [string, string | null][] => {
    if (Object.hasOwn(groups, by) && !sourceOf(source)?.dimensions[by]?.several) return [];
    return [[by, kind === "is" && values.length === 1 ? (values[0] ?? null) : null]];
  });
}

/** The key and the value of a label that stands in one text, as `labelsCell` writes it. */
export function labelIn(cell: string): [key: string, value: string] {
  const plain = (text: string) => text.replaceAll(/\\(.)/gs, "$1");
  const [, key = "", value] = /^((?:[^\\:]|\\.)*)(?:: (.*))?$/s.exec(cell) ?? [];
  return value === undefined ? ["", plain(key)] : [plain(key), plain(value)];
}
