import { type $ZodType, z } from "#contract/zod.ts";
import { ofArray, ofNumber, ofString, type Part } from "./limit-values.ts";
import { type Node, type Unwrapped, unwrap } from "./schema-nodes.ts";

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
  // Of an empty list no longer one can be made: another example shows the place.
  const shows = here.node.kind !== "array" || (value as readonly unknown[]).length > 0;
  const first = shows && !place.seen.has(place.pattern);
  if (shows) place.seen.add(place.pattern);
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
