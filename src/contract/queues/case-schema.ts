import { z } from "#contract/zod.ts";
import { type ExactNumber, withoutRounding } from "#contract/exact-json.ts";
import { schemaIssues } from "./case-schema-rules.ts";

interface Words {
  readonly title?: string;
  readonly description?: string;
}

export const textFormats = ["date", "date-time", "email", "uri", "uuid"] as const;
export type TextFormat = (typeof textFormats)[number];

/** One kind of value, or that kind and null. */
type Kind<K extends string> = K | readonly [K, "null"];

export interface TextSchema extends Words {
  readonly type: Kind<"string">;
  readonly enum?: readonly (string | null)[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: TextFormat;
}
/** A number of a rule, with every digit. */
type Figure = number | ExactNumber;
export interface NumberSchema extends Words {
  readonly type: Kind<"number"> | Kind<"integer">;
  readonly enum?: readonly (Figure | null)[];
  readonly minimum?: Figure;
  readonly maximum?: Figure;
  readonly exclusiveMinimum?: Figure;
  readonly exclusiveMaximum?: Figure;
  readonly multipleOf?: Figure;
}
export interface BooleanSchema extends Words {
  readonly type: Kind<"boolean">;
}
export interface ListSchema extends Words {
  readonly type: Kind<"array">;
  readonly items: FieldSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}
export interface ObjectSchema extends Words {
  readonly type: Kind<"object">;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}
export type FieldSchema = TextSchema | NumberSchema | BooleanSchema | ListSchema | ObjectSchema;

/** What the data of a queue's cases has to look like: JSON Schema, without what a form could not show. */
export interface CaseSchema extends ObjectSchema {
  readonly $schema?: string;
  readonly type: "object";
}

export type FieldKind = "string" | "number" | "integer" | "boolean" | "array" | "object";

export function kindOf({ type }: FieldSchema): FieldKind {
  return typeof type === "string" ? type : type[0];
}

export function takesNull({ type }: FieldSchema): boolean {
  return typeof type !== "string";
}

/** A schema as somebody sends it. Its rules are those of {@link schemaIssues}, each broken one with the place of the schema that breaks it. */
export const CaseSchemaDocument = z
  .unknown()
  // Rules are computed with, by every digit where JavaScript would round.
  .overwrite(withoutRounding)
  .superRefine((value, context) => {
    for (const { path, message } of schemaIssues(value)) context.addIssue({ code: "custom", path, message });
  })
  .meta({
    type: "object",
    description: "JSON Schema: every object with additionalProperties false, every array with items",
  }) as unknown as z.ZodType<CaseSchema, CaseSchema>;

/** A schema as the service answers it: what it stored fits. */
export const DeclaredSchema = z.unknown().meta({
  type: ["object", "null"],
  description: "JSON Schema; null where there is none",
}) as unknown as z.ZodType<CaseSchema | null>;
