import { type FieldSchema, kindOf, type ListSchema, type ObjectSchema, type TextSchema } from "#contract/queues/case-schema.ts";
import { kindWord } from "./schema-words.ts";

/** What a person can make of a field, each as it begins. Rules beyond the kind are written as JSON, and stay. */
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
  choice: { type: "string", enum: ["First", "Second"] },
  object: { type: "object", properties: { field_1: { type: "string" } }, required: [], additionalProperties: false },
  array: { type: "array", items: { type: "string" } },
} as const satisfies Record<string, FieldSchema>;
export type RowKind = keyof typeof begun;

export const rowKinds = (Object.keys(begun) as RowKind[]).map((value) => ({
  value,
  label: value === "array" ? "List" : kindWord(begun[value]),
}));

/** Undefined: one that only JSON can say. */
export function rowKind(field: FieldSchema): RowKind | undefined {
  const kind = kindOf(field);
  const { enum: choices, format } = field as TextSchema;
  if (choices) return kind === "string" ? "choice" : undefined;
  return format ?? kind;
}

/** A field made another kind. A list begins with the field itself as its entry, and gives it back: a group keeps its fields on both ways. */
export function turned(field: FieldSchema, kind: RowKind): FieldSchema {
  const { title, description, ...bare } = field;
  const words = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  const entry = kindOf(field) === "array" ? (field as ListSchema).items : undefined;
  if (kind === "array") return { type: "array", items: bare as FieldSchema, ...words };
  return { ...(entry && rowKind(entry) === kind ? entry : begun[kind]), ...words };
}

/** The group that a field is, or that its entries are. */
export function groupIn(field: FieldSchema): ObjectSchema | undefined {
  const kind = kindOf(field);
  return kind === "object" ? (field as ObjectSchema) : kind === "array" ? groupIn((field as ListSchema).items) : undefined;
}
