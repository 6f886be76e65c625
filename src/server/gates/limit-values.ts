import { type $ZodType, z } from "#contract/zod.ts";
import type { Bound, Node } from "./schema-nodes.ts";

/** Query parameters and path parameters arrive as text; only a body has types. */
export type Part = "params" | "query" | "body";

/** A value just inside or just past a rule. */
type Changed<T> = [rule: string, value: T, accepted: boolean];

export function* ofString(
  node: Extract<Node, { kind: "string" }>,
  schema: $ZodType,
  value: string,
  part: Part,
): Generator<Changed<string>> {
  const fits = (text: string) => z.safeParse(schema, text).success;
  const ofLength = (length: number) => (length <= value.length ? [value.slice(0, length)] : padded(value, length));
  if (node.max !== undefined) {
    yield [`has ${node.max} characters`, require(ofLength(node.max).find(fits), "the longest value"), true];
    yield [`has ${node.max + 1} characters`, require(ofLength(node.max + 1).find((t) => !fits(t)), "a value that is too long"), false];
  }
  if (node.min !== undefined && node.min > 0) {
    // Where the form asks for more, no value of this length exists.
    const shortest = [...ofLength(node.min), "a".repeat(node.min), "A".repeat(node.min)].find(fits);
    if (shortest !== undefined) yield [`has ${node.min} characters`, shortest, true];
    // An empty part of an address leads elsewhere.
    if (node.min > 1 || part !== "params") yield [`has ${node.min - 1} characters`, value.slice(0, node.min - 1), false];
  }
  if (node.format)
    yield [`is no ${node.format}`, require([`${value} \u2713`, `\u2713 ${value}`].find((t) => !fits(t)), "a value of another form"), false];
  if (node.format === "guid" && part === "params") yield ["has no version bits", "11111111-1111-1111-1111-111111111111", true];
  if (node.holdsInstant)
    for (const place of impossiblePlaces.map((instant) => inPlaceOf(value, instant)))
      if (place !== value) yield ["is a place on no calendar", place, false];
  yield ["contains NUL", `${value.slice(0, -1)}\u0000`, false];
  if (part === "body") yield ["contains half a surrogate pair", `${value.slice(0, -1)}\ud800`, false];
}

/** Days and hours that the form of a cursor lets in, and the store does not. */
const impossiblePlaces = ["2026-13-45T99:99:99.999Z", "2026-02-30T10:00:00.000Z", "0000-01-01T00:00:00.000Z"];
const inPlaceOf = (cursor: string, instant: string) => cursor.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, instant);

/** Longer versions of a text; which of them keeps its form depends on the form. */
function padded(value: string, length: number): string[] {
  const more = length - value.length;
  const folders = "a".repeat(more).replace(/a{100}/g, `${"a".repeat(99)}/`);
  return [
    "a".repeat(more) + value,
    value + "a".repeat(more),
    value + "A".repeat(more),
    value + folders.replace(/\/$/, "a"),
    `${value}/${folders.slice(1).replace(/\/$/, "a")}`,
  ];
}

export function* ofNumber({ whole, min, max, fromText }: Extract<Node, { kind: "number" }>): Generator<Changed<unknown>> {
  const as = (n: number): unknown => (fromText ? String(n) : n);
  for (const [bound, direction] of [
    [min, -1],
    [max, 1],
  ] as const) {
    if (bound) yield* aroundBound(bound, direction, whole, as);
  }
  if (whole) yield ["is no whole number", as(middle(min, max) + 0.5), false];
  if (fromText) for (const text of ["ten", "1,5", "NaN", "Infinity", "1e1", "0x10", "+1", " 1"]) yield [`is ${text}`, text, false];
  else yield ["is a number as text", "1", false];
}

function* aroundBound(
  { value, inclusive }: Bound,
  direction: 1 | -1,
  whole: boolean,
  as: (n: number) => unknown,
): Generator<Changed<unknown>> {
  const step = whole ? 1 : Math.max(Math.abs(value) * 1e-9, 1e-9);
  const inside = inclusive ? value : value - direction * step;
  const past = inclusive ? value + direction * step : value;
  yield [`is ${inside}`, as(inside), true];
  yield [`is ${past}`, as(past), false];
}

function middle(min: Bound | undefined, max: Bound | undefined): number {
  return Math.floor(((min?.value ?? 0) + Math.min(max?.value ?? 100, 1000)) / 2);
}

export function* ofArray(
  { min, max }: Extract<Node, { kind: "array" }>,
  schema: $ZodType,
  value: readonly unknown[],
): Generator<Changed<unknown[]>> {
  const fits = (list: unknown[]) => z.safeParse(schema, list).success;
  const ofLength = (length: number) => [Array.from({ length }, () => value[0]), Array.from({ length }, (_, i) => numbered(value[0], i))];
  if (max !== undefined) {
    yield [`has ${max} elements`, require(ofLength(max).find(fits), "the longest list"), true];
    yield [`has ${max + 1} elements`, require(ofLength(max + 1).at(-1), "a list that is too long"), false];
  }
  yield [`has ${min} elements`, value.slice(0, min), true];
  if (min > 0) yield [`has ${min - 1} elements`, value.slice(0, min - 1), false];
}

/** A copy whose first text differs, or another id, for lists that take no two alike. */
function numbered(value: unknown, i: number): unknown {
  if (typeof value === "string" && /^[0-9a-f-]{36}$/.test(value)) return `${value.slice(0, -6)}${String(i).padStart(6, "0")}`;
  if (typeof value !== "object" || value === null) return value;
  const [key, text] = Object.entries(value).find(([, v]) => typeof v === "string") ?? [];
  return key === undefined ? value : { ...value, [key]: `${String(text)}${i}` };
}

function require<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`cannot build ${what}: teach limit-values.ts this form, or give a better example`);
  return value;
}
