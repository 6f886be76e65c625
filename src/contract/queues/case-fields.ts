import { ExactNumber, parseExact } from "#contract/exact-json.ts";
import type { NamedLabel } from "./case.ts";
import { type CaseSchema, type FieldSchema, kindOf, type ObjectSchema } from "./case-schema.ts";

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** What an object has under a name by itself: each has a `constructor`, which is also a name that fields have. */
export function ownValue<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** The object that a text is, with its numbers as they are written; undefined where it is none. */
export function objectIn(text: string): Json | undefined {
  try {
    const value = parseExact(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A field that one column fills: a plain one, or a list. Groups are filled by the columns of their fields. */
export interface CaseField {
  readonly path: readonly string[];
  /** The path in one word, as in `supplier.name`. */
  readonly place: string;
  readonly schema: FieldSchema;
  /** Every group around it is needed too. */
  readonly needed: boolean;
}

/** The path of a place. */
export function pathOf(place: string): string[] {
  return place.split(".");
}

/** In the order of the schema. */
export function caseFields(schema: CaseSchema): CaseField[] {
  return fieldsOf(schema, [], true);
}

function fieldsOf({ properties = {}, required = [] }: ObjectSchema, above: readonly string[], allNeeded: boolean): CaseField[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = [...above, name];
    const needed = allNeeded && required.includes(name);
    if (kindOf(field) === "object") return fieldsOf(field as ObjectSchema, path, needed);
    return [{ path, place: path.join("."), schema: field, needed }];
  });
}

/** Labels in one cell of a file, as in "month: March; late". A backslash stands before what would part them where it does not. */
export function labelsCell(labels: readonly NamedLabel[]): string {
  const safe = (text: string, parting: RegExp) => text.replaceAll(parting, String.raw`\$&`);
  return labels
    .map(({ key = "", value }) => (key === "" ? safe(value, /[\\;:]/g) : `${safe(key, /[\\;:]/g)}: ${safe(value, /[\\;]/g)}`))
    .join("; ");
}
