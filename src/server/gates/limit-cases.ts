import { type $ZodType, z } from "#contract/zod.ts";
import { type Bound, type Node, type Unwrapped, unwrap } from "./schema-nodes.ts";

export type Path = readonly (string | number)[];

/** One value just inside or just past a rule. */
export interface LimitCase {
  /** From the part's root, as the issue has to name it. */
  readonly path: Path;
  /** Where the value goes; differs from `path` where the issue names the object around it. */
  readonly at: Path;
  readonly pattern: string;
  readonly rule: string;
  /** `undefined` removes the field. */
  readonly value: unknown;
  readonly accepted: boolean;
  /** The issue may name something inside the value instead. */
  readonly deep?: true;
}

/** Query parameters and path parameters arrive as text; only a body has types. */
export type Part = "params" | "query" | "body";

interface Place {
  readonly path: Path;
  readonly pattern: string;
  readonly part: Part;
  readonly seen: Set<string>;
}

/** Every case of a schema around an example value. Notes each place it reaches in `seen`, and goes into each place once. */
export function limitCases(schema: $ZodType, value: unknown, part: Part, seen: Set<string>): LimitCase[] {
  return [...walk(schema, value, { path: [], pattern: part, part, seen })];
}

function* walk(schema: $ZodType, value: unknown, place: Place): Generator<LimitCase> {
  const here = unwrap(schema);
  const first = !place.seen.has(place.pattern);
  place.seen.add(place.pattern);
  if (first) yield* own(here, value, place);
  const { node } = here;
  if (node.kind === "object") {
    for (const [key, child] of Object.entries(node.shape)) {
      const given = (value as Record<string, unknown>)[key];
      const at = { ...place, path: [...place.path, key], pattern: `${place.pattern}.${key}` };
      if (given !== undefined && given !== null) yield* walk(child, given, at);
    }
  } else if (node.kind === "array") {
    for (const [i, element] of (value as unknown[]).entries())
      yield* walk(node.element, element, { ...place, path: [...place.path, i], pattern: `${place.pattern}[]` });
  } else if (node.kind === "record") {
    for (const [key, element] of Object.entries(value as object))
      yield* walk(node.value, element, { ...place, path: [...place.path, key], pattern: `${place.pattern}{}` });
  } else if (node.kind === "union") {
    const branch = node.options.findIndex((option) => z.safeParse(option, value).success);
    const option = node.options[branch];
    if (option) yield* walk(option, value, { ...place, pattern: `${place.pattern}|${branch}` });
  }
}

/** The cases of one place, without those of what lies in it. */
function* own(here: Unwrapped, value: unknown, place: Place): Generator<LimitCase> {
  const { path, pattern, part } = place;
  const make = (rule: string, changed: unknown, accepted: boolean): LimitCase => ({
    path,
    at: path,
    pattern,
    rule,
    value: changed,
    accepted,
  });
  // What fits another branch of a union is no wrong type; the union itself was tried.
  if (part === "body" && !/\|\d+$/.test(pattern)) {
    for (const [rule, wrong] of wrongTypes) {
      const accepted = (wrong === null && here.nullable) || z.safeParse(here.schema, wrong).success;
      // What fits by chance (a text where texts are allowed) is no wrong type.
      if (!accepted || wrong === null)
        yield { ...make(`is ${rule}`, wrong, accepted), ...(typeof wrong === "object" && wrong !== null && { deep: true }) };
    }
  }
  const { node } = here;
  if (node.kind === "object") yield* ofObject(node, value as Record<string, unknown>, place);
  if (node.kind === "array")
    for (const [rule, list, accepted] of ofArray(node, here.schema, value as unknown[])) yield make(rule, list, accepted);
  if (node.kind === "string")
    for (const [rule, text, accepted] of ofString(node, here.schema, value as string, part)) yield make(rule, text, accepted);
  if (node.kind === "number") for (const [rule, number, accepted] of ofNumber(node)) yield make(rule, number, accepted);
  if (node.kind === "choice") {
    for (const choice of node.values) yield make(`is ${String(choice)}`, choice, true);
    if (node.values.every((v) => typeof v === "string")) yield make("is none of the choices", `${String(node.values[0])}x`, false);
  }
  if (node.kind === "record") yield* ofRecord(node, value as Record<string, unknown>, place);
}

const wrongTypes: readonly [string, unknown][] = [
  ["null", null],
  ["a text", "text"],
  ["a number", 5.5],
  ["true", true],
  ["a list", [[]]],
  ["an object", { zz: {} }],
];

function* ofObject(node: Extract<Node, { kind: "object" }>, value: Record<string, unknown>, place: Place): Generator<LimitCase> {
  const { path, pattern, part } = place;
  for (const [key, child] of Object.entries(node.shape)) {
    const { optional } = unwrap(child);
    // An address without one of its parts is another address.
    if (part === "params") continue;
    const at = [...path, key];
    yield { path: at, at, pattern: `${pattern}.${key}`, rule: "is left out", value: undefined, accepted: optional };
    if (part === "query")
      yield { path: at, at, pattern: `${pattern}.${key}`, rule: "is given twice", value: [value[key], value[key]], accepted: false };
  }
  if (part === "params") return;
  for (const key of ["zz_unknown", "__proto__", "constructor"]) {
    // An object literal would set the prototype instead of the key.
    const changed: unknown = JSON.parse(
      `{${[...Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`), `"${key}":"x"`].join(",")}}`,
    );
    yield { path, at: path, pattern, rule: `has the unknown key ${key}`, value: changed, accepted: false };
  }
}

function* ofRecord(
  node: Extract<Node, { kind: "record" }>,
  value: Record<string, unknown>,
  { path, pattern }: Place,
): Generator<LimitCase> {
  const key = unwrap(node.key);
  if (key.node.kind !== "string") return;
  const [sample] = Object.values(value);
  for (const [rule, text, accepted] of ofString(key.node, key.schema, Object.keys(value)[0] ?? "a", "body")) {
    yield {
      path: accepted ? path : [...path, text],
      at: path,
      pattern,
      rule: `has a key that ${rule}`,
      value: { [text]: sample },
      accepted,
    };
  }
}

type Changed<T> = [rule: string, value: T, accepted: boolean];

function* ofString(node: Extract<Node, { kind: "string" }>, schema: $ZodType, value: string, part: Part): Generator<Changed<string>> {
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
  for (const cursor of impossiblePlaces)
    if (node.format && value.includes("Z_")) yield ["is a place on no calendar", inPlaceOf(value, cursor), false];
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

function* ofNumber({ whole, min, max, fromText }: Extract<Node, { kind: "number" }>): Generator<Changed<unknown>> {
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

function* ofArray(
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
  if (value === undefined) throw new Error(`cannot build ${what}: teach limit-cases.ts this form, or give a better example`);
  return value;
}
