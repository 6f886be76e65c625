import { timeDimension } from "#contract/dashboards/catalogue.ts";
import { uuid } from "#contract/fields.ts";
import type { FigureDimension, FigureMeasure } from "#server/platform/db/figure-parts.ts";
import { type Parameters, parameters } from "#server/platform/db/parameters.ts";
import { dimensionIn, groupsOf, measureIn, type Plan, type PlanFilter } from "./plan.ts";
import { partsOf } from "./sources.ts";
import type { Instants } from "./spans.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A row of a statement. Places count groups from 1, by their size; 0 is all others. `keys` as {@link keyIn} reads them. */
export interface CountedRow {
  readonly total: boolean;
  /** The period from 1, or 0 for what was before the first one. Null without `time`. */
  readonly period: number | null;
  readonly places: readonly number[];
  readonly keys: readonly (string | null)[];
  /** How many groups there are of each dimension. */
  readonly groups: readonly number[];
  readonly values: readonly (number | null)[];
}

interface Asked {
  readonly span: Instants | null;
  /** The starts of periods; null without `time`. */
  readonly starts: readonly string[] | null;
  /** The groups that have rows of their own, of each dimension; undefined: the largest. */
  readonly given?: readonly (readonly string[] | undefined)[];
}

/** The value of a group, or null for that of what has none. */
export function keyIn(key: string): string | null {
  return key === "" ? null : key.slice(1);
}

/**
 * Counts in one statement: the groups, what is left of them, and all. Its text is made of the catalogue's keys, of how many there are of each
 * thing and of nothing else; every value is behind a parameter.
 */
export function statementOf(plan: Plan, { span, starts, given }: Asked): Statement {
  const p = parameters();
  const parts = partsOf[plan.source];
  const path = (names: readonly string[]) => p.add(names);
  const dimensions = groupsOf(plan).map((name) => dimensionIn(parts, name, path));
  const measures = plan.measures.map((name) => measureIn(parts, name, path));
  const { from, where } = parts.rows(plan.scope, p);
  const levels = measures.some(({ kind }) => kind === "level");
  const since = span && `${parts.time} >= ${p.add(span.from)}::timestamptz`;
  const until = span && `${parts.time} < ${p.add(span.to)}::timestamptz`;
  const filters = plan.filters.map((filter) => ({ filter, dimension: dimensionIn(parts, filter.by, path) }));
  const conditions = [
    ...where,
    ...(since && !levels ? [since] : []),
    ...(until ? [until] : []),
    ...filters.map(({ filter, dimension }) => conditionOf(filter, dimension, p)),
  ];
  const needed = [...dimensions, ...measures, ...filters.flatMap(({ dimension }) => (dimension.several ? [] : [dimension]))];
  const joins = [...new Set(needed.flatMap((each) => ("join" in each && each.join ? [each.join] : [])))];
  // What adds up is added up as it is read; what is sorted needs each row.
  const grouped = measures.every(({ kind }) => kind !== "median" && kind !== "p95");
  const inSpan = levels && since ? since : undefined;
  const columns = [
    ...(starts ? [`width_bucket(${parts.time}, ${p.add(starts)}::timestamptz[]) as period`] : []),
    ...dimensions.map(({ sql }, i) => `${sql} as v${i}`),
  ];
  const counted = measures.flatMap((measure, i) => countedOf(measure, `m${i}`, grouped, inSpan));
  const groupBy = grouped && columns.length > 0 ? `group by ${columns.map((_, i) => i + 1).join(", ")}` : "";
  const read = `select ${[...columns, ...counted].join(", ")} from ${from} ${joins.map((name) => parts.joins[name]?.(plan.scope, p) ?? "").join(" ")}
    where ${conditions.join(" and ")} ${groupBy}`;
  const keys = dimensions.map((_, i) => `coalesce('=' || v${i}::text, '') as k${i}`);
  const [rank] = measures.map((measure, i) => figureOf(measure, `m${i}`));
  const tops = dimensions.map((_, i) => {
    const groups = given?.[i];
    if (groups) return `t${i} as (select k, place::int, 0 as n from unnest(${p.add(groups)}::text[]) with ordinality g(k, place))`;
    return `t${i} as (select k${i} as k, (row_number() over (order by ${rank} desc nulls last, k${i} collate "C"))::int as place, (count(*) over ())::int as n
      from g group by k${i} order by place limit ${p.add(plan.top)})`;
  });
  const sets = [...(starts ? ["g.period"] : []), ...dimensions.map((_, i) => `coalesce(t${i}.place, 0)`)];
  const shown = [
    sets.length > 0 ? `grouping(${sets[0]}) = 1 as total` : "true as total",
    starts ? "g.period" : "null::int as period",
    `array[${dimensions.map((_, i) => `coalesce(t${i}.place, 0)`).join(", ")}]::int[] as places`,
    `array[${dimensions.map((_, i) => `min(t${i}.k)`).join(", ")}]::text[] as keys`,
    `array[${dimensions.map((_, i) => `(select n from t${i} limit 1)`).join(", ")}]::int[] as groups`,
    `array[${measures.map((measure, i) => figureOf(measure, `g.m${i}`)).join(", ")}]::float8[] as values`,
  ];
  const placed = dimensions.map((_, i) => `left join t${i} on t${i}.k = g.k${i}`).join(" ");
  const text = `with r as (${read}), g as (select r.*${keys.map((key) => `, ${key}`).join("")} from r)${tops.map((top) => `, ${top}`).join("")}
    select ${shown.join(", ")} from g ${placed} group by grouping sets (${sets.length > 0 ? `(${sets.join(", ")}), ` : ""}())`;
  return { text, values: p.values };
}

/** The columns that a figure is made of, of one row or summed up over rows. */
function countedOf(measure: FigureMeasure, name: string, grouped: boolean, inSpan: string | undefined): string[] {
  const rows = (where: string) => {
    const all = inSpan ? `(${where}) and ${inSpan}` : where;
    return grouped ? `count(*) filter (where ${all})` : `(case when ${all} then 1 else 0 end)`;
  };
  switch (measure.kind) {
    case "count":
      return [`${rows(measure.where ?? "true")} as ${name}`];
    case "share":
      return [`${rows(measure.part)} as ${name}`, `${rows(measure.whole)} as ${name}of`];
    case "sum": {
      const of = inSpan ? `case when ${inSpan} then ${measure.of} else 0 end` : measure.of;
      return [`${grouped ? `sum(${of})` : of} as ${name}`];
    }
    case "level":
      return [`${grouped ? `sum(${measure.of})` : measure.of} as ${name}`];
    default:
      return [`${inSpan ? `case when ${inSpan} then ${measure.of} end` : measure.of} as ${name}`];
  }
}

function figureOf({ kind }: FigureMeasure, column: string): string {
  if (kind === "share") return `sum(${column})::float8 / nullif(sum(${column}of), 0)::float8`;
  if (kind === "median") return `percentile_cont(0.5) within group (order by ${column})`;
  if (kind === "p95") return `percentile_disc(0.95) within group (order by ${column})`;
  return `coalesce(sum(${column}), 0)::float8`;
}

function conditionOf({ kind, values }: PlanFilter, { sql, type, several, writes }: FigureDimension, p: Parameters): string {
  // What is no id is nobody's.
  const known = values.filter((value) => value !== null && (type === "text" || uuid.safeParse(value).success));
  const given = p.add(writes ? known.map((value) => writes(value ?? "")) : known);
  // Plain, an index can be read by it; to be turned around it has to be false where there is no value.
  const equal = `${sql} = any(${given}::${type}[])`;
  const has = several ? several.has(given) : kind === "is" ? equal : `coalesce(${equal}, false)`;
  const none = several ? `not ${several.any}` : `${sql} is null`;
  const one = values.includes(null) ? `(${has} or ${none})` : has;
  return kind === "is" ? one : `not ${one}`;
}

/** The name of the dimension by time, for those who read `by`. */
export const isTime = (name: string) => name === timeDimension;
