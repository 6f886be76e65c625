import { ExactNumber, compareNumbers } from "#contract/exact-json.ts";
import { expected } from "#contract/expected.ts";
import { storable } from "#contract/fields.ts";
import { linearPattern, PatternError } from "./linear-pattern.ts";

/** What is wrong, and where. */
export interface SchemaIssue {
  readonly path: string[];
  readonly message: string;
}

/** The specification's words. */
const closedObjects = "object schemas must set additionalProperties to false";

/** A choice of nothing, which no value could be. */
export const noChoices = "Enter at least one choice";

/** All limits are ours: what a form can show, and what is read in no time. */
const maxLength = 64_000;
const maxDepth = 8;
const maxFields = 300;
const maxChoices = 500;
const maxWords = { title: 200, description: 2000 };
const formats = ["date", "date-time", "email", "uri", "uuid"];

type Read = Record<string, unknown>;
interface Place {
  readonly path: string[];
  readonly depth: number;
  /** Fields that may still be declared. */
  readonly room: { fields: number };
}

/** Everything that keeps a document from being a case schema. None: it is one. */
export function schemaIssues(value: unknown): SchemaIssue[] {
  if (value === undefined) return [{ path: [], message: "This is required" }];
  if (!isObject(value)) return [{ path: [], message: expected("object") }];
  if (JSON.stringify(value).length > maxLength)
    return [{ path: [], message: `Use at most ${maxLength.toLocaleString("en")} characters of JSON` }];
  const { $schema, ...root } = value;
  const place = { path: [], depth: 1, room: { fields: maxFields } };
  const found = root.type === "object" ? [...issuesOf(root, place)] : [at(place, `The root must have type "object"; ${closedObjects}`)];
  return $schema === undefined || typeof $schema === "string" ? found : [...found, at(place, expected("string"), "$schema")];
}

function* issuesOf(schema: unknown, place: Place): Generator<SchemaIssue> {
  if (!isObject(schema)) {
    yield at(place, expected("object"));
    return;
  }
  if (place.depth > maxDepth) {
    yield at(place, `Nest at most ${maxDepth} levels`);
    return;
  }
  const kind = kindIn(schema.type);
  if (kind === undefined) {
    yield at(place, `Use one of: ${Object.keys(keywords).join(", ")}, or such a one with "null"`, "type");
    return;
  }
  const known = ["type", "title", "description", ...keywords[kind]];
  const unknown = Object.keys(schema).filter((key) => !known.includes(key));
  if (unknown.length > 0) yield at(place, `Unknown here: ${unknown.join(", ")}`);
  yield* wordIssues(schema, place);
  if (kind === "object") yield* objectIssues(schema, place);
  else if (kind === "array") yield* arrayIssues(schema, place);
  else if (kind !== "boolean") yield* plainIssues(schema, kind, place);
}

const keywords = {
  string: ["enum", "minLength", "maxLength", "pattern", "format"],
  number: ["enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  boolean: [],
  array: ["items", "minItems", "maxItems"],
  object: ["properties", "required", "additionalProperties"],
} as const satisfies Record<string, readonly string[]>;
type Kind = keyof typeof keywords;

/** `"string"`, or `["string", "null"]`. */
function kindIn(type: unknown): Kind | undefined {
  const [name, second, ...more] = Array.isArray(type) ? (type as unknown[]) : [type];
  const single = !Array.isArray(type) || (second === "null" && more.length === 0);
  return single && typeof name === "string" && Object.hasOwn(keywords, name) ? (name as Kind) : undefined;
}

function* wordIssues(schema: Read, place: Place): Generator<SchemaIssue> {
  for (const key of ["title", "description"] as const) {
    const value = schema[key];
    if (value === undefined) continue;
    if (typeof value !== "string") yield at(place, expected("string"), key);
    else if (value.length > maxWords[key]) yield at(place, `Use at most ${maxWords[key].toLocaleString("en")} characters`, key);
    else if (!storable(value)) yield at(place, "This contains characters that cannot be stored", key);
  }
}

function* objectIssues(schema: Read, place: Place): Generator<SchemaIssue> {
  if (schema.additionalProperties !== false) yield at(place, closedObjects);
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties)) {
    yield at(place, expected("object"), "properties");
    return;
  }
  for (const [name, field] of Object.entries(properties)) {
    const here = { ...place, path: [...place.path, "properties", name], depth: place.depth + 1 };
    // The path of a wrong value is written with points and brackets.
    if (!/^[^.[\]"'\\\u0000-\u001f\u007f]{1,100}$/.test(name) || name === "__proto__" || !storable(name) || name.trim() !== name)
      yield at(here, "Use a field name of 1 to 100 characters without periods, brackets, quotes or surrounding spaces");
    if (place.room.fields-- === 0) {
      yield at(here, `Define at most ${maxFields} fields`);
      return;
    }
    if (place.room.fields >= 0) yield* issuesOf(field, here);
  }
  if (!isListOf(required, (name) => typeof name === "string")) {
    yield at(place, "Expected an array of names", "required");
    return;
  }
  const missing = (required as string[]).find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) yield at(place, `There is no field “${missing.slice(0, 100)}” here`, "required");
  if (new Set(required as string[]).size < (required as string[]).length) yield at(place, "Name each field once", "required");
}

function* arrayIssues(schema: Read, place: Place): Generator<SchemaIssue> {
  yield* boundIssues(schema, place, ["minItems", "maxItems"], isCount);
  if (schema.items === undefined) yield at(place, `array schemas must define items; ${closedObjects}`);
  else yield* issuesOf(schema.items, { ...place, path: [...place.path, "items"], depth: place.depth + 1 });
}

function* plainIssues(schema: Read, kind: Kind, place: Place): Generator<SchemaIssue> {
  yield* boundIssues(schema, place, ["minLength", "maxLength"], isCount);
  yield* boundIssues(schema, place, ["minimum", "maximum"], isFigure);
  yield* boundIssues(schema, place, ["exclusiveMinimum", "exclusiveMaximum"], isFigure);
  const { enum: choices, multipleOf, format, pattern } = schema;
  if (choices !== undefined) {
    const fits = (value: unknown) =>
      value === null
        ? Array.isArray(schema.type)
        : kind === "integer"
          ? isWhole(value)
          : kind === "number"
            ? isFigure(value)
            : typeof value === kind;
    if (!isListOf(choices, fits)) yield at(place, "Expected an array of values of the field's type", "enum");
    else if (choices.every((value) => value === null)) yield at(place, noChoices, "enum");
    else if (choices.length > maxChoices) yield at(place, `Give at most ${maxChoices}`, "enum");
    else if (!choices.every((value) => typeof value !== "string" || storable(value)))
      yield at(place, "This contains characters that cannot be stored", "enum");
  }
  if (multipleOf !== undefined && !(isFigure(multipleOf) && Number(multipleOf) > 0)) yield at(place, "Use more than 0", "multipleOf");
  if (format !== undefined && !formats.includes(format as string)) yield at(place, `Use one of: ${formats.join(", ")}`, "format");
  if (pattern !== undefined) yield* patternIssues(pattern, place);
}

function* patternIssues(pattern: unknown, place: Place): Generator<SchemaIssue> {
  if (typeof pattern !== "string") {
    yield at(place, expected("string"), "pattern");
    return;
  }
  if (!storable(pattern)) {
    yield at(place, "This contains characters that cannot be stored", "pattern");
    return;
  }
  try {
    linearPattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    yield at(place, error.message, "pattern");
  }
}

function* boundIssues(
  schema: Read,
  place: Place,
  keys: readonly [string, string],
  fits: (value: unknown) => boolean,
): Generator<SchemaIssue> {
  const wrong = keys.filter((key) => schema[key] !== undefined && !fits(schema[key]));
  for (const key of wrong) yield at(place, fits === isCount ? "Use a whole number, 0 or more" : expected("number"), key);
  const [low, high] = keys.map((key) => schema[key]);
  if (wrong.length === 0 && low !== undefined && high !== undefined && compareNumbers(low as number, high as number) > 0)
    yield at(place, `Use ${keys[0]} or more`, keys[1]);
}

const isFigure = (value: unknown): boolean => Number.isFinite(value instanceof ExactNumber ? value.valueOf() : value);
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
const isCount = (value: unknown): boolean => isWhole(value) && (value as number) >= 0;
const isObject = (value: unknown): value is Read =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
const isListOf = (value: unknown, fits: (one: unknown) => boolean): value is unknown[] => Array.isArray(value) && value.every(fits);

function at({ path }: Place, message: string, key?: string): SchemaIssue {
  return { path: key === undefined ? path : [...path, key], message };
}
