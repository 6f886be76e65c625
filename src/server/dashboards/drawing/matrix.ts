import type { AnswerRow, FigureLink } from "#contract/dashboards/answers.ts";
import { type Dates, soFar } from "./dates.ts";
import type { Scene } from "./scene.ts";
import { type Asked, isOtherAt, type MeasureTerm, otherName } from "./terms.ts";
import { hasStates, seriesAt, type Tone, toneOfState } from "./tones.ts";

export interface Category {
  readonly label: string;
  readonly title: string;
  readonly unfinished: boolean;
  /** Whether it is the row of all that have none of their own. */
  readonly other: boolean;
}
export interface Cell {
  readonly value: number | null;
  readonly former: number | null;
  readonly row: AnswerRow | null;
  /** The list of exactly what it counts. */
  readonly link: FigureLink | null;
}
export interface Series {
  readonly name: string;
  readonly measure: MeasureTerm;
  readonly tone: Tone;
  /** Smaller is nearer to the axis. */
  readonly order: number;
  readonly cells: readonly Cell[];
  /** Whether it stands for all groups that have no row of their own. */
  readonly other: boolean;
  /** Of the whole span, where it is known. */
  readonly all: Cell | null;
}
/** What a chart draws: periods or groups, and for each of them a cell of each series. */
export interface Matrix {
  readonly categories: readonly Category[];
  readonly series: readonly Series[];
  readonly byTime: boolean;
  /** Of the unfinished period, in the legend. */
  readonly unfinished: string | null;
}

const empty: Cell = { value: null, former: null, row: null, link: null };
const others = Symbol(otherName);
const keyOf = (row: AnswerRow, at: number) => (isOtherAt(row, at) ? others : (row.by[at] ?? null));

export function matrixOf(scene: Scene, at: Asked): Matrix {
  const { answer, dimensions, timeAt, grain, measures } = at;
  const seriesIn = seriesAt(dimensions.length, timeAt);
  const categoryIn = seriesIn === -1 ? 0 : 1 - seriesIn;
  const byTime = timeAt !== -1 && timeAt === categoryIn;
  const rows = [...answer.rows, ...(answer.other && dimensions.length === 1 && !byTime ? [answer.other] : [])];
  const places = new Map<string | null | symbol, number>();
  const categories: Category[] = [];
  const placeOf = rows.map((row) => {
    const value = row === answer.other ? others : keyOf(row, categoryIn);
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, categories.length);
    return categories.push(categoryOf(scene.dates, at, row, categoryIn, byTime)) - 1;
  });
  // An answer may leave pairs of nothing out: of counts these are zero, and of what is measured a gap.
  const cellsOf = (chosen: readonly (AnswerRow | undefined)[], measure: number): Cell[] =>
    categories.map((_, place) => cellOf(chosen[place], measure, measures[measure]?.adds ?? false));
  const unfinished = categories.some((category) => category.unfinished) ? soFar[grain] : null;

  if (seriesIn === -1) {
    const chosen: AnswerRow[] = [];
    for (const [row, place] of placeOf.entries()) chosen[place] = rows[row] as AnswerRow;
    const series = measures.map((measure, index) => ({
      name: measure.label,
      measure,
      tone: toneOfState(measure.name)?.tone ?? "pale",
      order: toneOfState(measure.name)?.order ?? index + 100,
      other: false,
      cells: cellsOf(chosen, index),
      all: cellOf(answer.total, index, false),
    }));
    return { categories, series, byTime, unfinished };
  }

  const dimension = dimensions[seriesIn];
  const measure = measures[0];
  if (!dimension || !measure) return { categories, series: [], byTime, unfinished };
  const groups = new Map<string | null | symbol, { first: AnswerRow; chosen: AnswerRow[] }>();
  for (const [index, row] of rows.entries()) {
    const value = keyOf(row, seriesIn);
    const group = groups.get(value) ?? { first: row, chosen: [] };
    group.chosen[placeOf[index] ?? 0] = row;
    groups.set(value, group);
  }
  const series = [...groups].map(([key, { first, chosen }], index) => {
    const other = key === others;
    const value = typeof key === "symbol" ? null : key;
    const state = hasStates(dimension) && value !== null ? toneOfState(value) : null;
    const known = answer.groups?.find((each) => keyOf(each, 0) === key);
    return {
      name: nameOf(scene.dates, at, first, seriesIn),
      measure,
      tone: state?.tone ?? (hasStates(dimension) || other ? "other" : scene.hues.of(dimension.name, value)),
      order: state?.order ?? index + (other ? 1000 : 100),
      other,
      cells: cellsOf(chosen, 0),
      all: known ? cellOf(known, 0, false) : measure.adds ? sumOf(chosen) : null,
    };
  });
  return { categories, series, byTime, unfinished };
}

function categoryOf(dates: Dates, { answer, grain }: Asked, row: AnswerRow, at: number, byTime: boolean): Category {
  if (row === answer.other || isOtherAt(row, at)) return { label: otherName, title: otherName, unfinished: false, other: true };
  const value = row.by[at] ?? null;
  if (byTime && value) {
    return { label: dates.label(value, grain), title: dates.period(value, grain), unfinished: row.unfinished, other: false };
  }
  const name = row.names[at] || "None";
  return { label: name, title: name, unfinished: false, other: false };
}

/** What a dimension of a row is called; a time by its date. */
export function nameOf(dates: Dates, { timeAt, grain, answer, dimensions }: Asked, row: AnswerRow, at: number): string {
  if (row === answer.other) return at === 0 ? otherName : "";
  const value = row.by[at] ?? null;
  if (at === timeAt && value) return dates.period(value, grain);
  const words = dimensions[at]?.words;
  return (value !== null && words && Object.hasOwn(words, value) && words[value]) || row.names[at] || "None";
}

function cellOf(row: AnswerRow | undefined, measure: number, adds: boolean): Cell {
  if (!row) return adds ? { ...empty, value: 0 } : empty;
  return { value: row.values[measure] ?? null, former: row.former?.[measure] ?? null, row, link: row.links[measure] ?? null };
}

function sumOf(rows: readonly AnswerRow[]): Cell {
  const known = rows.filter(Boolean);
  const value = known.reduce((sum, row) => sum + (row.values[0] ?? 0), 0);
  const former = known.some((row) => row.former) ? known.reduce((sum, row) => sum + (row.former?.[0] ?? 0), 0) : null;
  return { ...empty, value, former };
}
