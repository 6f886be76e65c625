import {
  type FieldKind,
  type FieldSchema,
  kindOf,
  type ListSchema,
  type ObjectSchema,
  takesNull,
  type TextSchema,
} from "#contract/queues/case-schema.ts";
import { kindWord } from "./schema-words.ts";

/** What a person can make of a field, each as it begins. A choice has no words until a person enters them. */
const begun = {
  string: { type: "string" },
  number: { type: "number" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  "date-time": { type: "string", format: "date-time" },
  email: { type: "string", format: "email" },
  uri: { type: "string", format: "uri" },
  uuid: { type: "string", format: "uuid" },
  choice: { type: "string", enum: [] },
  object: { type: "object", properties: { field_1: { type: "string" } }, required: [], additionalProperties: false },
  array: { type: "array", items: { type: "string" } },
} as const satisfies Record<string, FieldSchema>;
export type RowKind = keyof typeof begun;

export const rowKinds = (Object.keys(begun) as RowKind[]).map((value) => ({
  value,
  label: value === "array" ? "List" : kindWord(begun[value]),
}));

/** A choice of numbers is a number: what it can be stands among its rules. */
export function rowKind(field: FieldSchema): RowKind {
  const kind = kindOf(field);
  const { enum: choices, format } = field as TextSchema;
  return kind === "string" && choices ? "choice" : (format ?? kind);
}

/**
 * A field made another kind. A list begins with the field itself as its entry, and gives it back: a group keeps its fields on both ways. Rules
 * that the new kind knows as well stay, and so does null. A choice begins with `choices`, where what there is to choose is known.
 */
export function turned(field: FieldSchema, kind: RowKind, choices?: readonly string[]): FieldSchema {
  const { title, description, ...bare } = field;
  const words = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  const entry = kindOf(field) === "array" ? (field as ListSchema).items : undefined;
  if (kind === "array") return { type: "array", items: bare as FieldSchema, ...words };
  if (entry && rowKind(entry) === kind) return { ...entry, ...words };
  const next: FieldSchema = kind === "choice" && choices?.length ? { type: "string", enum: choices } : begun[kind];
  const nullable = takesNull(field) ? { type: [next.type, "null"] } : {};
  return { ...next, ...nullable, ...keptRules(field, next), ...words } as FieldSchema;
}

/** Lengths and patterns of texts, bounds of numbers. A choice keeps none: its words are what it takes. */
function keptRules(before: FieldSchema, after: FieldSchema): object {
  const isNumber = (kind: FieldKind) => kind === "number" || kind === "integer";
  const [was, is] = [kindOf(before), kindOf(after)];
  if ("enum" in after || (was !== is && !(isNumber(was) && isNumber(is)))) return {};
  const kept =
    is === "string" ? ["minLength", "maxLength", "pattern"] : ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
  return Object.fromEntries(Object.entries(before).filter(([key]) => kept.includes(key)));
}

/** The group that a field is, or that its entries are. */
export function groupIn(field: FieldSchema): ObjectSchema | undefined {
  const kind = kindOf(field);
  return kind === "object" ? (field as ObjectSchema) : kind === "array" ? groupIn((field as ListSchema).items) : undefined;
}
