import { ownValue } from "#contract/queues/case-fields.ts";
import { headOf, keyOf, otherData } from "#contract/queues/case-data-columns.ts";
import { caseHeads } from "#contract/queues/case-export.ts";
import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import type { CsvTable } from "#ui/csv.ts";
import { fieldNames } from "./field-names.ts";
import { type FieldColumns, guessFields, type ImportField, importFields } from "./import-fields.ts";
import { guessWriting, writtenAs, type Writing } from "#features/queues/data/notation.ts";

/** Which column is what; a number is a position in the header. */
export interface ColumnChoice {
  readonly title: number;
  readonly priority?: number;
  readonly labels?: number;
  /** The data as it is. Without a schema all other columns become data where there is none. */
  readonly data?: number;
  /** For a queue with a schema: which column fills which field, over what is in the data already. */
  readonly fields: FieldColumns;
  /** As a person decided; otherwise judged by the cells. */
  readonly writing?: Writing;
  /** Made while the queue had no fields. */
  readonly untyped?: true;
}

/** Recognizes columns by their names; the first one is the title where none is. */
export function guessColumns(table: CsvTable, { schema }: DataCheck): ColumnChoice {
  const { header } = table;
  const declared = schema ? importFields(schema) : [];
  const untyped = schema ? {} : { untyped: true as const };
  if (isExported(header)) return { ...exportedColumns(header, declared), ...untyped };
  const fields = guessFields(header, fieldNames(columnNames(table)), declared);
  const named = (...words: string[]) => header.findIndex((name) => words.includes(name.trim().toLowerCase()));
  // A field of the schema that is called the same means the column more exactly.
  const own = (...words: string[]) => (Object.values(fields).includes(named(...words)) ? -1 : named(...words));
  const known = { priority: own("priority"), labels: own("labels", "label", "tags"), data: own("data") };
  const title = named("title", "name", "subject");
  const free = header.findIndex((_, at) => !Object.values(known).includes(at));
  return {
    title: title >= 0 ? title : Math.max(0, free),
    ...Object.fromEntries(Object.entries(known).filter(([, at]) => at >= 0)),
    fields,
    ...untyped,
  };
}

/** Whether an export of cases wrote the file. */
export function isExported(header: readonly string[]): boolean {
  return header.includes(otherData);
}

function exportedColumns(header: readonly string[], declared: readonly ImportField[]): ColumnChoice {
  const parts = { priority: "priority", labels: "labels", data: otherData };
  const known = Object.entries(parts).map(([part, head]) => [part, header.indexOf(head)] as const);
  // A group is one column, of JSON.
  const fields = declared.flatMap(({ path, place }) =>
    path.length === 1 ? [[place, header.indexOf(headOf(place, caseHeads) ?? "")] as const] : [],
  );
  const found = (all: readonly (readonly [string, number])[]) => Object.fromEntries(all.filter(([, at]) => at >= 0));
  return { title: Math.max(0, header.indexOf("title")), ...found(known), fields: found(fields) };
}

/** Of a file that an export wrote: the columns of keys that fill no field, by position. */
export function keyColumns({ header }: CsvTable, choice: ColumnChoice): (readonly [at: number, key: string])[] {
  if (!isExported(header)) return [];
  const used = usedColumns(choice);
  return header.flatMap((head, at) => (used.has(at) || caseHeads.has(head) || head === otherData ? [] : [[at, keyOf(head)] as const]));
}

/**
 * Without columns of fields that the schema has no longer: what nothing is made of has to be told. Where the queue has got its fields since, their
 * columns are recognized as in a file that is chosen then.
 */
export function fittingChoice({ untyped, ...choice }: ColumnChoice, check: DataCheck, table: CsvTable): ColumnChoice {
  const { schema } = check;
  if (!schema) return { ...choice, fields: {}, untyped: true };
  const places = new Set(importFields(schema).map(({ place }) => place));
  const fields = untyped ? guessColumns(table, check).fields : choice.fields;
  const used = new Set([choice.title, choice.priority, choice.labels, choice.data]);
  const kept = Object.entries(fields).filter(([place, at]) => places.has(place) && !(untyped && used.has(at)));
  return { ...choice, fields: Object.fromEntries(kept) };
}

/** The choice of a queue that has its fields. */
export const withFields = ({ untyped: _, ...choice }: ColumnChoice, fields: FieldColumns): ColumnChoice => ({ ...choice, fields });

/** How the columns that fill fields are written. */
export function writingOf({ rows }: CsvTable, { fields: columns, writing }: ColumnChoice, declared: readonly ImportField[]): Writing {
  if (writing) return writing;
  const columnsOf = (kind: "number" | "date") =>
    declared.flatMap(({ place, schema }) => (writtenAs(schema) === kind ? (ownValue(columns, place) ?? []) : []));
  /** One after the other: all of a large file in one list would take longer than to read them. */
  const cellsOf = function* (kind: "number" | "date") {
    for (const at of columnsOf(kind))
      for (const { cells } of rows) {
        const cell = cells[at] ?? "";
        if (cell.includes(";")) yield* cell.split(";");
        else yield cell;
      }
  };
  return guessWriting(cellsOf("number"), cellsOf("date"));
}

/** What the header calls a column; a name of its own where it has none or the same one twice. */
export function columnNames({ header }: CsvTable): string[] {
  const met = new Map<string, number>();
  return header.map((name, at) => {
    const text = name.trim() || `Column ${at + 1}`;
    const times = (met.get(text) ?? 0) + 1;
    met.set(text, times);
    return times === 1 ? text : `${text} (${times})`;
  });
}

/** As spreadsheets name their columns: A to Z, then AA. */
export function columnLetters(at: number): string {
  const before = Math.floor(at / letters.length) - 1;
  return `${before < 0 ? "" : columnLetters(before)}${letters[at % letters.length]}`;
}
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Of a cell that shows what is in a column. */
const shownLetters = 24;

/** What people choose a column by: where it stands, what the header calls it, and the first thing that stands in it. */
export function columnLabels({ header, rows }: CsvTable): string[] {
  return header.map((name, at) => {
    const sample =
      rows
        .find(({ cells }) => cells[at]?.trim())
        ?.cells[at]?.trim()
        .replaceAll(/\s+/g, " ") ?? "";
    const shown = sample.length > shownLetters ? `${sample.slice(0, shownLetters).trimEnd()}…` : sample;
    return `${columnLetters(at)} · ${name.trim() || "no name"} – ${shown === "" ? "empty" : `“${shown}”`}`;
  });
}

/** The columns that nothing is made of, by position. */
export function restColumns(table: CsvTable, choice: ColumnChoice): number[] {
  const used = usedColumns(choice);
  const keys = new Set(keyColumns(table, choice).map(([at]) => at));
  return [...table.header.keys()].filter((at) => !used.has(at) && !keys.has(at));
}

function usedColumns({ title, priority, labels, data, fields }: ColumnChoice): ReadonlySet<number | undefined> {
  return new Set([title, priority, labels, data, ...Object.values(fields)]);
}
