import { z, type $ZodType } from "#contract/zod.ts";

export type Json = Record<string, unknown>;
/** What a caller sends, or what the service answers: a field with a default may be left out of the first only. */
export type Direction = "input" | "output";

export interface Schemas {
  /** The schema with a reference for every record that has a name. Throws for a schema that was not collected. */
  of(schema: $ZodType, direction: Direction): Json;
  /** Every named record once, by its name. */
  readonly components: Record<string, Json>;
}

const local = "#/$defs/";

/** Turns the contract's schemas into those of the document. A record whose two directions differ is there twice, the one to send as `…Input`. */
export function collectSchemas(wanted: Iterable<readonly [$ZodType, Direction]>): Schemas {
  const converted = { input: new Map<$ZodType, Json>(), output: new Map<$ZodType, Json>() };
  const named = { input: new Map<string, Json>(), output: new Map<string, Json>() };
  for (const [schema, direction] of wanted) {
    if (converted[direction].has(schema)) continue;
    const { json, definitions } = convert(schema, direction);
    converted[direction].set(schema, json);
    for (const [name, definition] of Object.entries(definitions)) {
      const known = named[direction].get(name);
      if (known && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`Two records are called ${name}`);
      named[direction].set(name, definition);
    }
  }
  const twice = differing(named);
  const nameOf = (name: string, direction: Direction) => (direction === "input" && twice.has(name) ? `${name}Input` : name);
  const told = (json: unknown, direction: Direction): Json =>
    pointed(
      json,
      (name) => nameOf(name, direction),
      (name) => named[direction].get(name),
    ) as Json;

  const components = new Map<string, Json>();
  for (const direction of ["output", "input"] as const)
    for (const [name, json] of named[direction]) {
      const answeredOnly = direction === "output" && (twice.has(name) || !named.input.has(name));
      components.set(nameOf(name, direction), answeredOnly ? mayGrow(told(json, direction)) : told(json, direction));
    }
  return {
    of(schema, direction) {
      const json = converted[direction].get(schema);
      if (!json) throw new Error("This schema was not collected");
      return told(json, direction);
    },
    components: Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b, "en"))),
  };
}

/** Inside a list, because a named record at the root would be written out instead of referred to. */
function convert(schema: $ZodType, io: Direction): { json: Json; definitions: Record<string, Json> } {
  const { items, $defs = {} } = z.toJSONSchema(z.array(schema), { io, unrepresentable: "any" }) as {
    items: Json;
    $defs?: Record<string, Json>;
  };
  return { json: items, definitions: $defs };
}

/** Names of what is not the same in both directions, in itself or in something that it refers to. */
function differing({ input, output }: Record<Direction, ReadonlyMap<string, Json>>): ReadonlySet<string> {
  const both = [...input.keys()].filter((name) => output.has(name));
  const found = new Set(both.filter((name) => JSON.stringify(input.get(name)) !== JSON.stringify(output.get(name))));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const name of both) if (referred(input.get(name)).some((other) => found.has(other))) found.add(name);
  }
  return found;
}

function referred(json: unknown): string[] {
  return [...JSON.stringify(json).matchAll(/"#\/\$defs\/(\w+)"/g)].map((match) => match[1] ?? "");
}

/** A copy whose references lead to the components, and whose unions of records say by which field they are told apart. */
function pointed(json: unknown, nameOf: (name: string) => string, definition: (name: string) => Json | undefined): unknown {
  if (Array.isArray(json)) return json.map((item) => pointed(item, nameOf, definition));
  if (typeof json !== "object" || json === null) return json;
  const copy = Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === "$ref" ? componentRef(nameOf(String(value).slice(local.length))) : pointed(value, nameOf, definition),
    ]),
  );
  // Of a pair: linters and generators ask each list for one form of its items.
  if (Array.isArray(copy["prefixItems"]) && copy["items"] === false) copy["items"] = copy["prefixItems"][0];
  const { oneOf } = json as { oneOf?: readonly { $ref?: string }[] };
  const options = oneOf?.map(({ $ref }) => $ref?.slice(local.length) ?? "");
  const discriminator = options?.every((name) => definition(name)) && discriminatorOf(options, nameOf, definition);
  return shortened(discriminator ? { ...copy, discriminator } : copy);
}

const exactFormats: readonly unknown[] = ["uuid", "date-time", "date"];

/** Bounds of any whole number in JavaScript, which say nothing about this one. */
const noBounds: readonly unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** Says the same in fewer words: a format needs no pattern beside it, and what may be null has two types instead of two schemas. */
function shortened({ pattern, ...given }: Json): Json {
  const json = Object.fromEntries(Object.entries(given).filter(([, value]) => !noBounds.includes(value)));
  const { anyOf, ...rest } = json as { anyOf?: readonly Json[] };
  const [value, other] = anyOf ?? [];
  if (anyOf?.length === 2 && other?.type === "null" && typeof value?.type === "string" && !("enum" in value || "const" in value))
    return { ...rest, ...value, type: [value.type, "null"] };
  return pattern === undefined || exactFormats.includes(json.format) ? json : { ...json, pattern };
}

/** A copy that takes further fields anywhere in it: what a reader of an answer does not know is no fault. */
export function mayGrow(json: Json): Json {
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) => (key === "additionalProperties" && value === false ? undefined : value)),
  ) as Json;
}

export function componentRef(name: string): string {
  return `#/components/schemas/${name}`;
}

interface Tagged {
  readonly properties?: Record<string, { readonly const?: unknown; readonly enum?: readonly unknown[] }>;
}

/** By the one field that has fixed values in each option, none of them twice. */
function discriminatorOf(options: readonly string[], nameOf: (name: string) => string, definition: (name: string) => Json | undefined) {
  const tagged = options.map((name) => [name, (definition(name) as Tagged).properties ?? {}] as const);
  for (const propertyName of Object.keys(tagged[0]?.[1] ?? {})) {
    const mapping = tagged.flatMap(([name, properties]) => {
      const { const: only, enum: several = only === undefined ? [] : [only] } = properties[propertyName] ?? {};
      return several.map((value) => [String(value), componentRef(nameOf(name))] as const);
    });
    const told = Object.fromEntries(mapping);
    if (Object.keys(told).length === mapping.length && new Set(mapping.map(([, ref]) => ref)).size === options.length)
      return { propertyName, mapping: told };
  }
  return undefined;
}
