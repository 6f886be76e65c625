import type { Db } from "#server/platform/db/open.ts";
import { asSql } from "#server/platform/db/parameters.ts";
import type { Period } from "#server/platform/periods.ts";
import { dimensionIn, groupsOf, measureIn, type Plan } from "./plan.ts";
import { partsOf } from "./sources.ts";
import { type Instants, periodsIn } from "./spans.ts";
import { type CountedRow, keyIn, statementOf } from "./statement.ts";

type Values = readonly (number | null)[];

/** What a plan came to in a span of time. */
export interface Counts {
  /** Null without `time`. */
  readonly periods: readonly Period[] | null;
  /** The keys of groups with rows of their own, of each dimension, in their order. */
  readonly keys: readonly (readonly string[])[];
  /** How many groups there are of each dimension. */
  readonly groups: readonly number[];
  /** Of a period (0 where there are none) and of groups by their places (0: the others). Undefined: no row. */
  readonly at: (period: number, places: readonly number[]) => Values | undefined;
  readonly total: Values;
  readonly places: readonly (readonly number[])[];
}

type Given = readonly (readonly string[] | undefined)[];
type Read = (plan: Plan, given?: Given) => Promise<readonly CountedRow[]>;

/** Counts a plan. `given`: which groups have rows of their own, as an earlier count of it found. */
export async function countOf(db: Db, plan: Plan, span: Instants | null, given?: Counts["keys"]): Promise<Counts> {
  const found = plan.grain && span ? periodsIn(span, plan.grain, plan.zone) : null;
  const periods = found?.map(({ start }) => start);
  const starts = periods && (periods.length > 0 ? periods : [span?.from ?? ""]);
  const read: Read = async (of, groups) => {
    const { text, values } = statementOf(of, { span, starts: starts ?? null, ...(groups && { given: groups }) });
    const { rows } = await db.execute(asSql(text, values));
    return rows as unknown as CountedRow[];
  };
  const at = groupsOf(plan).findIndex((name) => partsOf[plan.source].dimensions[name]?.several);
  const { rows, keys, groups } = at < 0 ? await readOnce(plan, given, read) : await readApart(plan, at, given, read);
  const cells = cumulated(plan, rows, starts?.length ?? 0);
  return {
    periods: found,
    keys,
    groups,
    at: (period, places) => cells.get(cellOf(period, places)),
    total: rows.find(({ total }) => total)?.values ?? [],
    places: distinctPlaces(rows),
  };
}

type Found = Pick<Counts, "keys" | "groups"> & { readonly rows: readonly CountedRow[] };

async function readOnce(plan: Plan, given: Given | undefined, read: Read): Promise<Found> {
  const rows = await read(plan, given);
  const keys = groupsOf(plan).map((_, i) => given?.[i] ?? keysOf(rows, i));
  return { rows, keys, groups: rows.find(({ total }) => total)?.groups ?? [] };
}

/**
 * What can be in several groups is counted once in all, in the sizes of other groups, and in the others where it is in none of the groups shown:
 * each is counted by itself, without the dimension at this place.
 */
async function readApart(plan: Plan, at: number, given: Counts["keys"] | undefined, read: Read): Promise<Found> {
  const by = groupsOf(plan)[at] ?? "";
  const without = { ...plan, by: plan.by.filter((name) => name !== by) };
  const once = await readOnce(without, given?.toSpliced(at, 1), read);
  const whole = await readOnce(plan, (once.keys as Given).toSpliced(at, 0, given?.[at]), read);
  const shown = (whole.keys[at] ?? []).map(keyIn);
  const isShort = given !== undefined || shown.length < (whole.groups[at] ?? 0);
  const others = isShort ? await read({ ...without, filters: [...plan.filters, { by, kind: "is_not", values: shown }] }, once.keys) : [];
  const own = whole.rows.filter(({ total, places }) => !total && (places[at] ?? 0) > 0);
  const isAll = ({ total }: CountedRow) => total && without.by.length > 0;
  const rest = others.filter((row) => !isAll(row)).map((row) => ({ ...row, total: false, places: row.places.toSpliced(at, 0, 0) }));
  return {
    rows: [...own, ...rest, ...once.rows.filter(({ total }) => total)],
    keys: whole.keys,
    groups: once.groups.toSpliced(at, 0, whole.groups[at] ?? 0),
  };
}

function keysOf(rows: readonly CountedRow[], i: number): string[] {
  const keys: string[] = [];
  for (const { total, places, keys: own } of rows) {
    const place = places[i] ?? 0;
    if (!total && place > 0) keys[place - 1] = own[i] ?? "";
  }
  return keys;
}

function distinctPlaces(rows: readonly CountedRow[]): (readonly number[])[] {
  return [...new Map(rows.flatMap(({ total, places }) => (total ? [] : [[places.join(), places] as const]))).values()];
}

const cellOf = (period: number | null, places: readonly number[]) => `${period ?? 0}:${places.join()}`;

/** Cells with what levels had come to at the end of each period. */
function cumulated(plan: Plan, rows: readonly CountedRow[], periods: number): ReadonlyMap<string, Values> {
  const own = rows.filter(({ total }) => !total);
  const cells = new Map<string, Values>(own.map(({ period, places, values }) => [cellOf(period, places), values]));
  const isLevel = plan.measures.map((name) => kindOf(plan, name) === "level");
  if (!isLevel.includes(true) || periods === 0) return cells;
  for (const places of distinctPlaces(rows)) {
    const level = isLevel.map(() => 0);
    for (let period = 0; period <= periods; period++) {
      const values = cells.get(cellOf(period, places)) ?? isLevel.map((_, i) => emptyOf(plan, i));
      for (const [i, value] of values.entries()) level[i] = (level[i] ?? 0) + (value ?? 0);
      cells.set(
        cellOf(period, places),
        values.map((value, i) => (isLevel[i] ? (level[i] ?? 0) : value)),
      );
    }
  }
  return cells;
}

function kindOf(plan: Plan, name: string) {
  return measureIn(partsOf[plan.source], name, () => "").kind;
}

/** What a measure is of nothing: a count is 0, and there is no median. */
export function emptyOf(plan: Plan, i: number): number | null {
  return ["count", "sum", "level"].includes(kindOf(plan, plan.measures[i] ?? "")) ? 0 : null;
}

export function namesOf(plan: Plan, name: string): string | undefined {
  return dimensionIn(partsOf[plan.source], name, () => "").names;
}
