import { ExactNumber, compareNumbers, isNumber as isJsonNumber } from "#contract/exact-json.ts";
import { text } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { writtenBeginning } from "./written-beginning.ts";

/** How a value of an event is compared. No patterns: a bad one takes a minute, and nobody sees why. */
export const comparisons = ["is", "is_not", "contains", "more_than", "less_than", "is_there"] as const;
export type Comparison = (typeof comparisons)[number];

/** Names of an object and places of a list, joined by dots, as in `data.lines.0.amount`. */
const path = text(1, 200).regex(/^[^.\s]+(\.[^.\s]+)*$/, { error: "Use names joined by dots, such as data.amount" });

export const Condition = record("EventCondition", {
  path,
  is: z.enum(comparisons),
  /** What it is compared with; empty for `is_there`. */
  value: text(0, 500),
});
export type Condition = z.output<typeof Condition>;
export const maxConditions = 10;

/** Whether a condition compares numbers, and has none to compare with. */
export function lacksNumber({ is, value }: Condition): boolean {
  return (is === "more_than" || is === "less_than") && !isNumber(value);
}

/** Whether a text is a number as comparisons take it. */
export function isNumber(given: string): boolean {
  return numberOf(given) !== undefined;
}

/** What is at a path; undefined where nothing is. Nothing that every object has by itself is found. */
export function valueAt(payload: unknown, place: string): unknown {
  let at: unknown = payload;
  for (const name of place.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** Elements of a list in which `contains` looks. */
const mostElements = 1_000;

const tests: { readonly [C in Comparison]: (found: unknown, value: string) => boolean } = {
  is: isSame,
  is_not: (found, value) => !isSame(found, value),
  contains: (found, value) =>
    Array.isArray(found)
      ? found.slice(0, mostElements).some((each) => isSame(each, value))
      : (writtenBeginning(found) ?? "").toLowerCase().includes(value.toLowerCase()),
  more_than: (found, value) => compared(found, value, (order) => order > 0),
  less_than: (found, value) => compared(found, value, (order) => order < 0),
  is_there: (found) => found !== undefined && found !== null,
};

/** Whether an event has what a condition asks for. */
export function holds(payload: unknown, { path: at, is, value }: Condition): boolean {
  return tests[is](valueAt(payload, at), value);
}

/**
 * Whether a value reads as a text, which is shorter than what is written of an object or a list. A number is also the same without what its writing
 * adds, such as 1.1 where 1.10 was sent.
 */
function isSame(found: unknown, value: string): boolean {
  if (writtenBeginning(found) === value) return true;
  const number = found instanceof ExactNumber ? numberOf(value) : undefined;
  return number !== undefined && compareNumbers(found as ExactNumber, number) === 0;
}

function compared(found: unknown, value: string, test: (order: number) => boolean): boolean {
  const [a, b] = [isJsonNumber(found) ? found : typeof found === "string" ? numberOf(found) : undefined, numberOf(value)];
  return a !== undefined && b !== undefined && test(compareNumbers(a, b));
}

/** With every digit that a person wrote. */
function numberOf(given: string): ExactNumber | undefined {
  const written = given.trim();
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? new ExactNumber(written) : undefined;
}
