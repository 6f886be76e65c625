import { ExactNumber, mapTexts, parseExact } from "#contract/exact-json.ts";
import { caseFields } from "#contract/queues/case-fields.ts";
import type { CaseSchema, FieldSchema, ObjectSchema } from "#contract/queues/case-schema.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import type { ReadRow } from "./reads.table.ts";

/** What is kept of one answer, as JSON, and in rows. */
const mostBytes = 256 * 1024;
const mostRows = 5_000;
/** Fields that a query can name; deeper ones, and those of lists, it cannot. */
const mostFields = 60;
const mostDepth = 3;

/** An answer that is no rows: the sentence says what to do instead. */
export class Unusable extends Error {}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** The rows of what a tool answered: the elements of its longest list, or else all of it as one row. Throws {@link Unusable}. */
export function rowsIn(content: readonly unknown[]): ReadRow[] {
  const parts = content.filter(isObject);
  if (parts.some((part) => typeof part["left_out"] === "string" && part["left_out"].startsWith("The result is longer")))
    throw new Unusable("The tool answered more than can be kept. Ask it for less");
  const texts = parts.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  const found = texts.map(jsonIn).find((value) => typeof value === "object" && value !== null);
  const rows = found === undefined ? [{ text: texts.join("\n") }] : (listIn(found) ?? [found]);
  const kept = rows.map((row) => (isObject(row) ? row : { value: row })).map((row) => mapTexts(row, storable, fieldKey) as ReadRow);
  if (kept.length > mostRows) throw new Unusable(`The tool answered ${kept.length} rows, and ${mostRows} can be kept. Ask it for fewer`);
  if (Buffer.byteLength(JSON.stringify(kept)) > mostBytes) throw new Unusable("The tool answered more than can be kept. Ask it for less");
  return kept;
}

function jsonIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** The longest list of a value, itself or up to two levels below. */
function listIn(value: unknown, depth = 2): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth === 0) return undefined;
  const lists = Object.values(value).flatMap((each) => {
    const list = listIn(each, depth - 1);
    return list ? [list] : [];
  });
  return lists.toSorted((a, b) => b.length - a.length)[0];
}

/** A path is written with dots between its names. */
const fieldKey = (key: string) =>
  storable(key)
    .replaceAll(/[.\p{Cc}]/gu, "_")
    .slice(0, 100);

/** What the rows have in their fields, as the schema of a case says it. */
export function schemaOfRows(rows: readonly ReadRow[]): CaseSchema {
  const whole = emptyObject();
  for (const row of rows) addFields(whole, row, mostDepth);
  const schema = emptyObject();
  for (const { path, schema: field } of caseFields(whole as CaseSchema).slice(0, mostFields)) place(schema, path, field);
  return schema as CaseSchema;
}

const emptyObject = (): ObjectSchema => ({ type: "object", properties: {}, additionalProperties: false });
type Properties = Record<string, FieldSchema>;
const propertiesOf = (of: ObjectSchema) => of.properties as Properties;

function addFields(into: ObjectSchema, row: Json, depth: number): void {
  const known = propertiesOf(into);
  for (const [name, value] of Object.entries(row)) {
    if (name === "" || name === "__proto__" || value === null || Array.isArray(value)) continue;
    if (isObject(value)) {
      if (depth === 1) continue;
      const inner = Object.hasOwn(known, name) ? known[name] : emptyObject();
      if (inner?.type !== "object") continue;
      known[name] = inner;
      addFields(inner as ObjectSchema, value, depth - 1);
      continue;
    }
    const type = isNumeric(value) ? "number" : "string";
    const former = Object.hasOwn(known, name) ? known[name]?.type : undefined;
    if (former === undefined || (former === "number" && type === "string")) known[name] = { type } as FieldSchema;
  }
}

/** Tables of other services often have their numbers as texts. */
const isNumeric = (value: unknown) =>
  typeof value === "number" || value instanceof ExactNumber || (typeof value === "string" && /^-?\d{1,30}(\.\d{1,30})?$/.test(value));

function place(into: ObjectSchema, [name = "", ...rest]: readonly string[], field: FieldSchema): void {
  const known = propertiesOf(into);
  if (rest.length === 0) return void (known[name] = field);
  const inner = Object.hasOwn(known, name) ? (known[name] as ObjectSchema) : emptyObject();
  known[name] = inner;
  place(inner, rest, field);
}
