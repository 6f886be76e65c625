import type { CaseSchema, FieldSchema } from "#contract/queues/case-schema.ts";
import { isNumber } from "#contract/exact-json.ts";
import { emptySchema, whyNoName } from "#features/queues/schema/schema-text.ts";
import type { CsvTable } from "#ui/csv.ts";
import { type ColumnChoice, columnNames, isExported, restColumns } from "./column-choice.ts";
import type { FieldColumns } from "./import-fields.ts";
import { figureIn, guessWriting, plainDate, plainMoment, type Writing } from "./notation.ts";

/** Fields that a file has, and which of its columns fills which. */
export interface ProposedFields {
  readonly schema: CaseSchema;
  readonly columns: FieldColumns;
}

/**
 * The columns that nothing else is made of, as fields of the kinds that every cell of theirs has. Nothing is required and nothing is a choice: the next
 * file may say more. Undefined where there are none, or too many for a schema.
 */
export function proposedFields(table: CsvTable, choice: ColumnChoice): ProposedFields | undefined {
  if (choice.data !== undefined || isExported(table.header)) return undefined;
  const names = columnNames(table);
  const columns = restColumns(table, choice).map((at) => ({ at, cells: cellsOf(table, at), name: names[at] ?? "" }));
  const kinds = kindsOf(columns.map(({ cells, name }) => (isCode(name) ? [] : cells)));
  const properties: Record<string, FieldSchema> = {};
  const filledBy: Record<string, number> = {};
  for (const [index, { at, name }] of columns.entries()) {
    const field = fieldName(name, Object.keys(properties));
    properties[field] = kinds[index] ?? { type: "string" };
    filledBy[field] = at;
  }
  if (columns.length === 0 || columns.length > mostFields) return undefined;
  return { schema: { ...emptySchema, properties }, columns: filledBy };
}

/** As the service takes for a schema. */
const mostFields = 300;

/** Without empty ones. */
function cellsOf({ rows }: CsvTable, at: number): string[] {
  return rows.flatMap(({ cells }) => cells[at]?.trim() || []);
}

/** A file writes its numbers in one way, and its dates: only what can be read together has these kinds. */
function kindsOf(columns: readonly (readonly string[])[]): FieldSchema[] {
  const each = columns.map((cells) => guessWriting(cells, cells));
  const numbers = columns.filter((cells, index) => each[index] && areNumbers(cells, each[index]));
  const dates = columns.filter((cells, index) => each[index] && areDates(cells, each[index]));
  const writing = guessWriting(numbers.flat(), dates.flat());
  return columns.map((cells) => {
    if (cells.length === 0) return { type: "string" };
    if (cells.every((cell) => /^(yes|no|true|false)$/i.test(cell))) return { type: "boolean" };
    if (areNumbers(cells, writing)) return { type: "number" };
    if (cells.every((cell) => isDate(plainDate(cell, writing)))) return { type: "string", format: "date" };
    return areDates(cells, writing) ? { type: "string", format: "date-time" } : { type: "string" };
  });
}

/** What begins with a zero, or has more digits than people count to, is a number by its looks only. */
function areNumbers(cells: readonly string[], writing: Writing): boolean {
  return cells.every((cell) => isNumber(figureIn(cell, writing)) && !/^[-+]?0\d/.test(cell) && cell.replaceAll(/\D/g, "").length <= 15);
}

function areDates(cells: readonly string[], writing: Writing): boolean {
  return cells.every((cell) => isDate(plainDate(cell, writing)) || /^\d{4}-.*Z$/.test(plainMoment(cell, writing)));
}

/** A day that there is. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Numbers that nobody adds up. */
const isCode = (name: string): boolean =>
  /(?:^|[^\p{L}])(?:id|no|nr|number|code|zip|postcode|plz|phone|tel|fax|iban|vat)[^\p{L}]*$/iu.test(name);

/** As near to what the header says as a field may be called. */
function fieldName(name: string, taken: readonly string[]): string {
  const plain = name
    .replaceAll(/[.[\]"'\\\p{Cc}]/gu, "_")
    .slice(0, 90)
    .toWellFormed()
    .trim();
  const begun = /^\d+$/.test(plain) || plain === "__proto__" ? `Column ${plain}` : plain;
  for (let times = 1; ; times++) {
    const found = times === 1 ? begun : `${begun} (${times})`;
    if (whyNoName(found, taken) === undefined) return found;
  }
}
