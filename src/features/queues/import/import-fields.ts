import { isNumber } from "#contract/exact-json.ts";
import { type CaseSchema, type FieldSchema, kindOf, takesNull, type TextSchema } from "#contract/queues/case-schema.ts";
import { type CaseField, caseFields, isObject, ownValue } from "#contract/queues/case-fields.ts";
import type { Writing } from "#features/queues/data/notation.ts";
import { valueOf } from "#features/queues/data/read-value.ts";
import { fieldLabel } from "#features/queues/schema/schema-words.ts";

/** As people know it. */
export interface ImportField extends CaseField {
  readonly label: string;
}

/** Which column fills which field, by place; a number is a position in the header. */
export type FieldColumns = Readonly<Record<string, number>>;

/** In the order of the schema. */
export function importFields(schema: CaseSchema): ImportField[] {
  return caseFields(schema).map((field) => ({ ...field, label: fieldLabel(field.path.at(-1) ?? "", field.schema) }));
}

/** Columns that are called as fields would be made of them, and those named by the places of the fields, by their titles or by their names. */
export function guessFields(header: readonly string[], asFields: readonly string[], fields: readonly ImportField[]): FieldColumns {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const names = header.map(plain);
  const found = fields.flatMap((field) => {
    const { place, path, label } = field;
    const words = [`data.${place}`, place, label, path.at(-1) ?? ""];
    const [at] = [asFields.indexOf(place), ...words.map((word) => names.indexOf(plain(word)))].filter((one) => one >= 0);
    return at === undefined ? [] : [[place, at] as const];
  });
  return Object.fromEntries(found);
}

interface FieldCells {
  readonly columns: FieldColumns;
  readonly writing: Writing;
  /** What the cell in a column is by itself, in a file that an export wrote. */
  readonly exact?: (at: number) => unknown;
}

/** Puts what the cells of a row say into `data`; an empty cell leaves its field as it is. Says whether any cell did. */
export function fillData(
  data: Record<string, unknown>,
  cells: readonly string[],
  fields: readonly ImportField[],
  { columns, writing, exact }: FieldCells,
): boolean {
  let filled = false;
  for (const { path, place, schema } of fields) {
    const at = ownValue(columns, place);
    if (at === undefined) continue;
    const known = exact?.(at);
    const value = known !== undefined && isOf(schema, known) ? known : valueOf(schema, (cells[at] ?? "").trim(), writing);
    if (value === undefined) continue;
    put(data, path, value);
    filled = true;
  }
  return filled;
}

/** Where a group should be and something else is, that stays, and the check tells of it. */
function put(into: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = ownValue(into, name) ?? {};
  into[name] = inner;
  if (isObject(inner)) put(inner, rest, value);
}

/** Whether a value needs no other reading. A choice or a date may be written in another way. */
function isOf(schema: FieldSchema, value: unknown): boolean {
  if (value === null) return takesNull(schema);
  const kind = kindOf(schema);
  if (kind === "array") return Array.isArray(value);
  if (kind === "integer" || kind === "number") return isNumber(value);
  if (kind !== "string") return typeof value === kind;
  const { enum: choices, format } = schema as TextSchema;
  return typeof value === "string" && (value === "" || !(choices || format));
}
