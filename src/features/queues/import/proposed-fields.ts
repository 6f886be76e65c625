import { isNumber } from "#contract/exact-json.ts";
import type { CaseSchema, FieldSchema } from "#contract/queues/case-schema.ts";
import type { FirstNames } from "#features/queues/schema/renamed-fields.ts";
import { emptySchema } from "#features/queues/schema/schema-text.ts";
import type { CsvTable } from "#ui/csv.ts";
import { type ColumnChoice, columnNames, fittingChoice, isExported, restColumns } from "./column-choice.ts";
import { fieldNames } from "./field-names.ts";
import { figureIn, guessWriting, plainDate, plainMoment, type Writing } from "#features/queues/data/notation.ts";
import { type FieldColumns, importFields } from "./import-fields.ts";

/** As the service takes for a schema. */
export const mostFields = 300;

/** The columns that fields can be made of, by position: those that nothing else is made of. None where the data comes whole or an export wrote the file. */
export function columnsForFields(table: CsvTable, choice: ColumnChoice): number[] {
  return choice.data !== undefined || isExported(table.header) ? [] : restColumns(table, choice);
}

/**
 * These columns as fields, of the kinds that every cell of theirs has, and with the words of the header where a field cannot be called by them. Nothing is
 * required and nothing is a choice: the next file may say more.
 */
export function proposedFields(table: CsvTable, columns: readonly number[]): CaseSchema {
  const heads = columnNames(table);
  const names = fieldNames(heads);
  const kinds = kindsOf(columns.map((at) => (isCode(heads[at] ?? "") ? [] : cellsOf(table, at))));
  const fields = columns.map((at, index): [string, FieldSchema] => {
    const [name = "", head = ""] = [names[at], heads[at]];
    const kind = kinds[index] ?? { type: "string" };
    return [name, name === head ? kind : { ...kind, title: head.slice(0, 200).toWellFormed() }];
  });
  return { ...emptySchema, properties: Object.fromEntries(fields) };
}

/** Which column fills which field, once a person has made fields of those that were proposed. `names`: what these were called there. */
export function columnsOfFields(
  table: CsvTable,
  choice: ColumnChoice,
  proposed: { readonly schema: CaseSchema; readonly columns: readonly number[] },
  schema: CaseSchema,
  names: FirstNames,
): FieldColumns {
  const { fields } = fittingChoice({ ...choice, untyped: true }, { schema, guarded: false }, table);
  const proposedNames = Object.keys(proposed.schema.properties ?? {});
  const taken = new Set(Object.values(fields));
  const found = importFields(schema).flatMap(({ path: [name = "", ...rest], place }): [string, number][] => {
    const first = rest.length === 0 ? names.get(name) : undefined;
    const column = first === undefined ? undefined : proposed.columns[proposedNames.indexOf(first)];
    return column !== undefined && !taken.has(column) && !(place in fields) ? [[place, column]] : [];
  });
  return { ...fields, ...Object.fromEntries(found) };
}

/** So many values can be looked through as the choices of a field. */
const mostChoices = 50;

/** The different values of each column, by the field that is proposed of it, where they are few. */
export function proposedChoices(table: CsvTable, columns: readonly number[]): Record<string, readonly string[]> {
  const names = fieldNames(columnNames(table));
  return Object.fromEntries(
    columns.flatMap((at): [string, string[]][] => {
      const values = [...new Set(cellsOf(table, at))];
      return values.length <= mostChoices ? [[names[at] ?? "", values]] : [];
    }),
  );
}

/** Without empty ones. */
function cellsOf({ rows }: CsvTable, at: number): string[] {
  return rows.flatMap(({ cells }) => cells[at]?.trim() || []);
}

/** So many cells say what a column is, unless one of the others says that it is not. */
const judged = 500;

/** A file writes its numbers in one way, and its dates: only what can be read together has these kinds. */
function kindsOf(columns: readonly (readonly string[])[]): FieldSchema[] {
  const samples = columns.map((cells) => cells.slice(0, judged));
  const each = samples.map((cells) => guessWriting(cells, cells));
  const numbers = samples.filter((cells, index) => each[index] && areNumbers(cells, each[index]));
  const dates = samples.filter((cells, index) => each[index] && areDates(cells, each[index]));
  const writing = guessWriting(numbers.flat(), dates.flat());
  return columns.map((cells) => {
    if (cells.length === 0) return { type: "string" };
    if (cells.every((cell) => /^(yes|no|true|false)$/i.test(cell))) return { type: "boolean" };
    if (areNumbers(cells, writing)) return { type: "number" };
    if (cells.every((cell) => isDate(plainDate(cell, writing)))) return { type: "string", format: "date" };
    return areDates(cells, writing) ? { type: "string", format: "date-time" } : { type: "string" };
  });
}

/** What starts with a zero, or has more digits than people count to, is a number by its looks only. */
function areNumbers(cells: readonly string[], writing: Writing): boolean {
  return cells.every((cell) => !/^[-+]?0\d/.test(cell) && cell.replaceAll(/\D/g, "").length <= 15 && isNumber(figureIn(cell, writing)));
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
function isCode(head: string): boolean {
  return (
    /(?:^|[^\p{L}])(?:id|no|nr|number|code|zip|postcode|plz|phone|tel|fax|iban|vat)[^\p{L}]*$/iu.test(head) ||
    /\p{Ll}(?:ID|Id|No|Nr)$/u.test(head) ||
    /nummer$/i.test(head)
  );
}
