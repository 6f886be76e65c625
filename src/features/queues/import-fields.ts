import { type CaseSchema, type FieldSchema, kindOf, type ListSchema, type ObjectSchema, takesNull } from "#contract/queues/case-schema.ts";
import { figureOf } from "./figure.ts";
import { fieldLabel } from "./schema-words.ts";

/** A field that one column fills: a plain one, or a list. Groups are filled by the columns of their fields. */
export interface ImportField {
  readonly path: readonly string[];
  /** The path in one word, as in `supplier.name`. */
  readonly place: string;
  readonly label: string;
  readonly schema: FieldSchema;
  /** Every group around it is needed too. */
  readonly needed: boolean;
}

/** Which column fills which field, by place; a number is a position in the header. */
export type FieldColumns = Readonly<Record<string, number>>;

export function importFields(schema: CaseSchema): ImportField[] {
  return fieldsOf(schema, [], true);
}

function fieldsOf({ properties = {}, required = [] }: ObjectSchema, above: readonly string[], allNeeded: boolean): ImportField[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = [...above, name];
    const needed = allNeeded && required.includes(name);
    if (kindOf(field) === "object") return fieldsOf(field as ObjectSchema, path, needed);
    return [{ path, place: path.join("."), label: fieldLabel(name, field), schema: field, needed }];
  });
}

/** Columns by the names of the fields, their titles, or their places. */
export function guessFields(header: readonly string[], fields: readonly ImportField[]): FieldColumns {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const names = header.map(plain);
  const found = fields.flatMap(({ place, path, label }) => {
    const [at] = [place, label, path.at(-1) ?? ""].map((word) => names.indexOf(plain(word))).filter((one) => one >= 0);
    return at === undefined ? [] : [[place, at] as const];
  });
  return Object.fromEntries(found);
}

/** The data of a row as JSON; an empty cell leaves its field out. */
export function typedData(cells: readonly string[], fields: readonly ImportField[], columns: FieldColumns): string {
  const data: Record<string, unknown> = {};
  for (const { path, place, schema } of fields) {
    const value = valueOf(schema, (cells[columns[place] ?? -1] ?? "").trim());
    if (value !== undefined) put(data, path, value);
  }
  return JSON.stringify(data, null, 2);
}

function put(into: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else put((into[name] ??= {}) as Record<string, unknown>, rest, value);
}

const yes = ["yes", "true", "1"];
const no = ["no", "false", "0"];

/** What a cell says in terms of its field. What it cannot say stays text, and the check tells of it. */
function valueOf(schema: FieldSchema, cell: string): unknown {
  if (cell === "") return undefined;
  if (cell === "null" && takesNull(schema)) return null;
  const kind = kindOf(schema);
  if (kind === "number" || kind === "integer") return figureOf(cell);
  if (kind === "boolean") return yes.includes(cell.toLowerCase()) ? true : no.includes(cell.toLowerCase()) ? false : cell;
  if (kind !== "array") return cell;
  const { items } = schema as ListSchema;
  if (kindOf(items) === "object" || kindOf(items) === "array") return jsonOr(cell);
  return cell.split(";").flatMap((part) => valueOf(items, part.trim()) ?? []);
}

function jsonOr(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
