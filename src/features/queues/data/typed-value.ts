import { ExactNumber } from "#contract/exact-json.ts";
import { caseChecker } from "#contract/queues/case-data.ts";
import { type FieldSchema, kindOf, type TextSchema } from "#contract/queues/case-schema.ts";
import { guessWriting } from "./notation.ts";
import { valueOf } from "./read-value.ts";

/** The one way in which a value is written, or the sentence that says why a text is none. */
export type TypedValue = { readonly value: string } | { readonly refusal: string };

/** What a person types for a field, read as the import of a file reads a cell, and days as lists show them. */
export function typedValue(field: FieldSchema, header: string, text: string): TypedValue {
  const day = dayOf(field) ? shownDay(text) : undefined;
  const written = day ?? text;
  const read = valueOf(field, written, guessWriting([written], [written])) ?? written;
  const [issues = []] = caseChecker(ofKind(field)).checkAll([JSON.stringify({ value: read })]);
  return issues.length === 0 ? { value: plainText(read) } : { refusal: `“${text}” is not ${needs(field, header)}` };
}

/** Without the bounds of the field: what breaks them is still a value of its kind. */
function ofKind(field: FieldSchema) {
  const { enum: choices, format } = field as TextSchema;
  const value = { type: kindOf(field), ...(choices && { enum: choices }), ...(format && { format }) } as FieldSchema;
  return { type: "object", properties: { value }, additionalProperties: false } as const;
}

/** Numbers without the zeros that end them, as the filter of the service takes 1.10 and 1.1 for one. */
function plainText(value: unknown): string {
  if (!(value instanceof ExactNumber)) return String(value);
  return value.isRounded ? value.text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : String(value.valueOf());
}

function dayOf(field: FieldSchema): boolean {
  return (field as TextSchema).format === "date";
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Jan 31, 2027, as a list shows that day. */
function shownDay(text: string): string | undefined {
  const [, name = "", day = "", year = ""] = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function needs(field: FieldSchema, header: string): string {
  const { enum: choices, format } = field as TextSchema;
  if (choices) return `one of the choices of “${header}”. Choose one from the list.`;
  switch (format) {
    case "date":
      return "a date. Write it as 2027-01-31, 31.01.2027, 01/31/2027 or Jan 31, 2027.";
    case "date-time":
      return "a date and time. Write it as 2027-01-31 14:05, 31.01.2027 14:05 or 2027-01-31T14:05:00Z.";
    case "email":
      return "an email address. Write the whole address.";
    case "uri":
      return "an address. Write all of it, as in https://example.com.";
    case "uuid":
      return "an id. Write all of it, with its hyphens.";
    default:
  }
  switch (kindOf(field)) {
    case "boolean":
      return "yes or no. Write yes, true or 1, or no, false or 0.";
    case "integer":
      return "a whole number. Write it as 1234, 1,234 or 1 234.";
    default:
      return "a number. Write it as 1234.5, 1,234.50 or 1.234,50.";
  }
}
