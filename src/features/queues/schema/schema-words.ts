import {
  type FieldKind,
  type FieldSchema,
  kindOf,
  type ListSchema,
  type NumberSchema,
  type TextSchema,
} from "#contract/queues/case-schema.ts";
import { counted } from "#ui/counted.ts";

const kinds: Record<FieldKind, string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  array: "List",
  object: "Group",
};
const formats: Record<NonNullable<TextSchema["format"]>, string> = {
  date: "Date",
  "date-time": "Date and time",
  email: "Email address",
  uri: "Address",
  uuid: "Id",
};

export function kindWord(field: FieldSchema): string {
  const { format } = field as TextSchema;
  if (format !== undefined) return formats[format];
  if (kindOf(field) === "array") return `List of: ${kindWord((field as ListSchema).items).toLowerCase()}`;
  return (field as TextSchema).enum ? "Choice" : kinds[kindOf(field)];
}

/** What people read above the field. */
export function fieldLabel(name: string, { title }: FieldSchema): string {
  return title ?? name;
}

/** The rules of a field, in words; without its choices where they are there to choose from. */
export function ruleWords(field: FieldSchema, { choices: withChoices = true } = {}): string {
  const { enum: choices, minLength, maxLength, pattern } = field as TextSchema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field as NumberSchema;
  const { minItems, maxItems } = field as ListSchema;
  const rules: (string | undefined)[] = [
    withChoices ? choices?.join(", ") : undefined,
    minLength ? (minLength === 1 ? "not empty" : `at least ${minLength} characters`) : undefined,
    maxLength === undefined ? undefined : `at most ${maxLength.toLocaleString("en")} characters`,
    pattern === undefined ? undefined : `of the form ${pattern}`,
    minimum === undefined ? undefined : `${String(minimum)} or more`,
    exclusiveMinimum === undefined ? undefined : `more than ${String(exclusiveMinimum)}`,
    maximum === undefined ? undefined : `${String(maximum)} or less`,
    exclusiveMaximum === undefined ? undefined : `less than ${String(exclusiveMaximum)}`,
    multipleOf === undefined ? undefined : `a multiple of ${String(multipleOf)}`,
    minItems ? `at least ${counted(minItems, "entry", "entries")}` : undefined,
    maxItems === undefined ? undefined : `at most ${counted(maxItems, "entry", "entries")}`,
  ];
  return rules.filter((rule) => rule !== undefined).join(", ");
}

/** What a field is for, and what its value has to keep to: said before it is broken. A choice and a date show by themselves what they take. */
export function helpWords(field: FieldSchema): string {
  const { format } = field as TextSchema;
  const form = format === undefined || format === "date" || format === "date-time" ? undefined : formats[format];
  return [field.description, form, ruleWords(field, { choices: false })].filter(Boolean).join(" · ");
}

/** A plain value as people read it. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A day has no time zone. */
export function dayOf(value: string): string {
  const at = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  return new Intl.DateTimeFormat("en", { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" }).format(at);
}
