import { isNumber, withoutRounding } from "#contract/exact-json.ts";
import { noChoices, schemaIssues } from "#contract/queues/case-schema-rules.ts";
import { type FieldKind, type FieldSchema, kindOf } from "#contract/queues/case-schema.ts";
import { figureOf } from "./number-of-text.ts";
import { rowKind } from "./schema-kinds.ts";

/** What people read above the rules that are written into a field of the table. */
export const ruleLabels = {
  title: "Title",
  description: "Description",
  minLength: "Min. characters",
  maxLength: "Max. characters",
  pattern: "Pattern",
  minimum: "Minimum",
  maximum: "Maximum",
  exclusiveMinimum: "More than",
  exclusiveMaximum: "Less than",
  multipleOf: "Multiple of",
  enum: "Choices",
  minItems: "Min. entries",
  maxItems: "Max. entries",
} as const;
export type RuleKey = keyof typeof ruleLabels;

const figures: readonly RuleKey[] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum"];
const byKind: Record<FieldKind, readonly RuleKey[]> = {
  string: ["minLength", "maxLength", "pattern"],
  number: figures,
  integer: figures,
  boolean: [],
  array: ["minItems", "maxItems"],
  object: [],
};

/** The rules that a field can have. A choice of texts needs none, and shows those that it has. */
export function rulesOf(field: FieldSchema): readonly RuleKey[] {
  const rules = byKind[kindOf(field)];
  return rowKind(field) === "choice" ? rules.filter((rule) => rule in field) : rules;
}

type Known = { readonly [key: string]: unknown };

/** What stands in the input: while it says the same, as it was typed, with the point or the comma behind which more comes. */
export function ruleText(field: FieldSchema, rule: RuleKey, typed = ""): string {
  const text = plainText(field, rule);
  return typed !== "" && plainText(ruleChange(field, rule, typed).next, rule) === text ? typed : text;
}

function plainText(field: FieldSchema, rule: RuleKey): string {
  const { [rule]: value }: Known = { ...field };
  if (Array.isArray(value)) return value.filter((one) => one !== null).join(", ");
  return typeof value === "string" || isNumber(value) ? String(value) : "";
}

interface RuleChange {
  readonly next: FieldSchema;
  /** In the contract's words. */
  readonly why: string | undefined;
}

/** A field with what was typed for one of its rules, or without that rule where nothing is typed. All else of it stays as it was. */
export function ruleChange(field: FieldSchema, rule: RuleKey, text: string): RuleChange {
  const { [rule]: before, ...others }: Known = { ...field };
  const value = valueOf(rule, text, before);
  const next = (value === undefined ? others : { ...field, [rule]: value }) as unknown as FieldSchema;
  return { next, why: whyNot(next, rule) };
}

function valueOf(rule: RuleKey, text: string, before: unknown): unknown {
  if (text.trim() === "") return undefined;
  if (rule === "title" || rule === "description" || rule === "pattern") return text;
  if (rule !== "enum") return ruleOf(text);
  const none = Array.isArray(before) && before.includes(null) ? [null] : [];
  return [...text.split(",").flatMap((one) => ruleOf(one) ?? []), ...none];
}

/** With every digit, and without what its writing adds. */
function ruleOf(text: string): unknown {
  return withoutRounding(figureOf(text));
}

/** A bound that another one contradicts is told of under the one that was typed. Choices that still have no words are asked for where they are entered. */
function whyNot(field: FieldSchema, rule: RuleKey): string | undefined {
  const issues = schemaIssues({ type: "object", properties: { field }, additionalProperties: false });
  const issue = issues.find(({ message }) => rule === "enum" || message !== noChoices);
  if (!issue) return undefined;
  const about = issue.path.at(-1) as RuleKey;
  return about === rule || !(about in ruleLabels) ? issue.message : `${ruleLabels[about]}: ${issue.message}`;
}

/** A field that takes null, or does not any more; then null is no choice of it either. */
export function withNull(field: FieldSchema, takes: boolean): FieldSchema {
  const kind = kindOf(field);
  if (takes) return { ...field, type: [kind, "null"] } as FieldSchema;
  const { enum: choices } = field as { enum?: readonly unknown[] };
  return { ...field, type: kind, ...(choices ? { enum: choices.filter((one) => one !== null) } : {}) } as FieldSchema;
}
