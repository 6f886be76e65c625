import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf } from "#contract/ids.ts";
import { z, type $ZodType } from "#contract/zod.ts";

export type Json = Record<string, unknown>;
export interface InputSchema extends Json {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

/** Where a field of a tool's flat input belongs in the request. */
export type Place = "params" | "query" | "body" | "bytes" | "header";

/** The bytes of an operation that takes a file: one of the two. */
export const textField = "content";
export const base64Field = "content_base64";
/** The `Idempotency-Key` of an operation that creates. */
export const repeatField = "idempotency_key";

/** Which fields a tool takes, and where each belongs. Throws where two parts of a request have a field of one name. */
export function placesOf(endpoint: EndpointSpec): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const add = (name: string, place: Place) => {
    if (places.has(name)) throw new Error(`${endpoint.name}: two parts of its input have a field ${name}. A tool's input is flat.`);
    places.set(name, place);
  };
  for (const part of ["params", "query", "body"] as const) for (const name of Object.keys(fieldsOf(endpoint[part]))) add(name, part);
  if (endpoint.body && Object.keys(fieldsOf(endpoint.body)).length === 0) throw new Error(`${endpoint.name}: its body has no fields.`);
  if (endpoint.bytes !== undefined) for (const name of [textField, base64Field]) add(name, "bytes");
  if (endpoint.creates) add(repeatField, "header");
  return places;
}

/** What a tool takes, in as few words as say it: a model reads the schemas of all tools before it does anything. */
export function inputSchemaOf(endpoint: EndpointSpec): InputSchema {
  placesOf(endpoint);
  const parts = [addressed(endpoint.params), addressed(endpoint.query), endpoint.body ? converted(endpoint.body, "input") : empty];
  const properties: Record<string, Json> = Object.assign({}, ...parts.map((part) => part.properties));
  if (endpoint.bytes !== undefined)
    Object.assign(properties, {
      [textField]: { type: "string" },
      [base64Field]: { type: "string", description: "Instead, for what is no text" },
    });
  if (endpoint.creates) properties[repeatField] = { type: "string" };
  const required = parts.flatMap((part) => part.required);
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

interface Part {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}
const empty: Part = { properties: {}, required: [] };

/** Of an address: what comes out of a coerced number says what it has to be, yes or no is no word, and a field with a default may be left out. */
function addressed(schema: $ZodType | undefined): Part {
  if (!schema) return empty;
  const { properties } = converted(schema, "output");
  const fields = Object.entries(properties).map(([name, field]): [string, Json] => [name, yesOrNo(field) ?? field]);
  return { properties: Object.fromEntries(fields), required: converted(schema, "input").required };
}

function yesOrNo({ enum: words, ...field }: Json): Json | undefined {
  return same(words, ["true", "false"]) ? { ...field, type: "boolean" } : undefined;
}

function converted(schema: $ZodType, io: "input" | "output"): Part {
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & { $defs?: Readonly<Record<string, Json>> };
  const { properties = {}, required = [] } = lean(json, { defs: json.$defs ?? {}, inside: [], said: new Map() }) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return { properties, required };
}

/** Lower bounds that say nothing: those of what is counted, and of any whole number in JavaScript. */
const noLeast: readonly unknown[] = [0, 1, Number.MIN_SAFE_INTEGER];
/** From here on an upper bound says only what the store takes. */
const noMost = 2 ** 31 - 1;
/** Left out: the service says it of a value that breaks the rule, and names the field. */
const unsaid = new Set([
  "$schema",
  "$defs",
  "id",
  "additionalProperties",
  "pattern",
  "propertyNames",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);

interface Writing {
  readonly defs: Readonly<Record<string, Json>>;
  /** The records that this value is inside of. */
  readonly inside: readonly string[];
  /** The records that were written in full, by their names. */
  readonly said: Map<string, Json>;
}

/** A record that takes more letters is written in full once in a tool. */
const lettersTwice = 120;

/** A copy without references and without what a model needs no word for. A record inside itself ends as any value. */
function lean(given: unknown, writing: Writing): unknown {
  if (Array.isArray(given)) return given.map((item) => lean(item, writing));
  if (typeof given !== "object" || given === null) return given;
  const { $ref, ...own } = given as Json & { $ref?: string };
  if ($ref === undefined) return shorter(own, (value) => lean(value, writing));
  const { defs, inside, said } = writing;
  const name = $ref.slice("#/$defs/".length);
  if (inside.includes(name)) return {};
  const first = said.get(name);
  if (first) {
    first.title = name;
    return { description: `As ${name} above` };
  }
  const whole = lean({ ...defs[name], ...own }, { ...writing, inside: [...inside, name] }) as Json;
  if (JSON.stringify(whole).length > lettersTwice) said.set(name, whole);
  return whole;
}

/** A bound that says nothing, a default that is a number, no, none or the first of the words that there are, the format of an id, the type of a constant: a model does without them. */
function tellsNothing(key: string, value: unknown, own: Json): boolean {
  if (key === "format") return value === "uuid";
  if (key === "type") return typeof own.const === "string";
  if (key === "default")
    return typeof value === "number" || value === false || (Array.isArray(value) && value.length === 0) || isFirstOf(own.enum, value);
  if (key === "maximum") return typeof value === "number" && value >= noMost;
  if (key === "exclusiveMinimum") return value === 0;
  return key === "minimum" && noLeast.includes(value);
}

function isFirstOf(words: unknown, value: unknown): boolean {
  return Array.isArray(words) && words[0] === value;
}

function shorter(own: Json, inner: (value: unknown) => unknown): Json {
  const kept: Json = {};
  for (const [key, value] of Object.entries(own)) {
    if (key === "properties" && alike(own)) kept.additionalProperties = inner(Object.values(value as Json)[0]);
    else if (key === "properties")
      kept[key] = Object.fromEntries(Object.entries(value as Json).map(([name, field]) => [name, inner(field)]));
    else if (key === "additionalProperties" && typeof value === "object") kept[key] = inner(value);
    else if (!unsaid.has(key) && !tellsNothing(key, value, own))
      kept[key] = ["enum", "const", "default", "required"].includes(key) ? value : inner(value);
  }
  const { anyOf = kept.oneOf as readonly Json[] | undefined, ...rest } = kept as { anyOf?: readonly Json[] };
  const together = anyOf && (mergedKinds(anyOf) ?? differingKinds(anyOf));
  if (together) return { ...Object.fromEntries(Object.entries(rest).filter(([key]) => key !== "oneOf")), ...together };
  const [value, other] = anyOf ?? [];
  // Where a day will do, an instant does too.
  if (anyOf?.length === 2 && value?.format === "date-time" && other?.format === "date") return { ...rest, ...value };
  if (anyOf?.length === 2 && other?.type === "null" && typeof value?.type === "string" && !("enum" in value || "const" in value))
    return { ...rest, ...value, type: [value.type, "null"] };
  return kept;
}

/** Whether an object has so many fields of one kind that the kind is written once; which they are stands in what is required. */
const fieldsAlike = 4;
function alike({ properties = {}, required = [] }: Json): boolean {
  const [first, ...others] = Object.values(properties as Json);
  const isWritten = typeof first === "object" && ("properties" in first! || "$ref" in first!);
  const all = Object.keys(properties as Json).every((name) => (required as readonly string[]).includes(name));
  return isWritten && all && others.length + 1 >= fieldsAlike && others.every((each) => same(each, first));
}

/** Kinds that have so many fields in common are written as one, of which each field says what it is in any of them. */
const fieldsInCommon = 12;

function mergedKinds(kinds: readonly Json[]): Json | undefined {
  const fields = kinds.map(({ properties }) => properties as Readonly<Record<string, Json>> | undefined);
  const [first, ...others] = fields;
  if (!first || others.length === 0) return undefined;
  const inAll = Object.keys(first).filter((name) => others.every((each) => each !== undefined && name in each));
  if (inAll.length < fieldsInCommon) return undefined;
  const of = (name: string) => fields.flatMap((each): Json[] => (each?.[name] ? [each[name]] : []));
  const names = [...new Set(fields.flatMap((each) => Object.keys(each ?? {})))];
  const required = kinds.map((kind) => new Set(kind.required as readonly string[] | undefined));
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, mergedField(of(name))])),
    required: inAll.filter((name) => required.every((each) => each.has(name))),
  };
}

/** Kinds that differ in one field are written as one, of which this field is any of theirs. */
function differingKinds(kinds: readonly Json[]): Json | undefined {
  const [first, ...others] = kinds;
  const fields = first?.properties as Readonly<Record<string, Json>> | undefined;
  if (!first || !fields || others.length === 0) return undefined;
  const differs = (name: string) => others.some(({ properties }) => !same((properties as Json | undefined)?.[name], fields[name]));
  const [field, ...more] = Object.keys(fields).filter(differs);
  const around = (kind: Json) => ({ ...kind, properties: Object.keys((kind.properties as Json | undefined) ?? {}) });
  if (field === undefined || more.length > 0 || others.some((kind) => !same(around(kind), around(first)))) return undefined;
  const anyOf = kinds.map(({ properties }) => (properties as Json)[field]);
  return { ...first, properties: { ...fields, [field]: { anyOf } } };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function mergedField(kinds: readonly Json[]): Json {
  const words = kinds.flatMap(({ enum: all, const: one }) => (all as readonly unknown[] | undefined) ?? (one === undefined ? [] : [one]));
  if (kinds.every((kind) => "enum" in kind || "const" in kind)) return { type: "string", enum: [...new Set(words)] };
  // The first is written in full, and what allows most of the kinds allows stands last.
  return kinds.find(({ type }) => Array.isArray(type)) ?? kinds[0] ?? {};
}
