import type { Dimension } from "#contract/dashboards/catalogue.ts";
import { type Asked, isOtherAt } from "./terms.ts";

/** What a mark means by its colour: a class of the kit. */
export type Tone = "pale" | "mid" | "failed" | "waiting" | "other" | "other-pale" | "grey" | `hue-${number}`;

const mostHues = 6;
/** A split into more is small charts on one scale. */
export const mostInOne = 3;

/** From the axis up: what failed is where days compare. */
const states: readonly (readonly [word: string, tone: Tone])[] = [
  ["failed", "failed"],
  ["missed", "failed"],
  ["waiting", "waiting"],
  ["postponed", "waiting"],
  ["high", "hue-1"],
  ["medium", "mid"],
  ["interrupted", "other"],
  ["stopped", "other"],
  ["canceled", "other"],
  ["running", "hue-1"],
  ["in_progress", "hue-1"],
  ["open", "other-pale"],
  ["pending", "other-pale"],
  ["none", "other-pale"],
  ["completed", "pale"],
  ["started", "pale"],
];

/** The tone of a state, and its place in a column. */
export function toneOfState(word: string): { tone: Tone; order: number } | null {
  const order = states.findIndex(([known]) => known === word);
  const found = states[order];
  return found ? { tone: found[1], order } : null;
}

export const hasStates = (dimension: Dimension | undefined) => dimension?.words !== undefined;

/** The hue of each value that a page draws in one: the same one in all blocks, and in each order of the rows. */
export interface Hues {
  readonly of: (dimension: string, value: string | null) => Tone;
}

const key = (dimension: string, value: string | null) => JSON.stringify([dimension, value]);

/** `drawn`: the queries whose second dimension is told apart by hues. */
export function huesOf(drawn: readonly Asked[]): Hues {
  const found = new Set<string>();
  for (const { answer, dimensions, timeAt } of drawn) {
    const at = seriesAt(dimensions.length, timeAt);
    const dimension = dimensions[at];
    if (!dimension || hasStates(dimension)) continue;
    const values = new Set(answer.rows.flatMap((row) => (isOtherAt(row, at) ? [] : [row.by[at] ?? null])));
    if (values.size <= mostInOne) for (const value of values) found.add(key(dimension.name, value));
  }
  const order = new Map<string, number>();
  // From one of each dimension: values of two dimensions are never in one chart.
  for (const values of Map.groupBy([...found].toSorted(), (each) => (JSON.parse(each) as [string])[0]).values()) {
    for (const [at, each] of values.entries()) order.set(each, at);
  }
  return { of: (dimension, value) => `hue-${((order.get(key(dimension, value)) ?? 0) % mostHues) + 1}` };
}

/** Which dimension tells series apart: the one beside the time, or the second one. -1: there is none. */
export function seriesAt(dimensions: number, timeAt: number): number {
  if (dimensions < 2) return -1;
  return timeAt === 1 ? 0 : 1;
}
