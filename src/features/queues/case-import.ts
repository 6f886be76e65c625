import { caseDataRule, mustBeTyped } from "#contract/queues/case-data.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { NewCase } from "#contract/queues/cases.ts";
import type { NamedLabel } from "#contract/queues/case.ts";
import { type CsvRow, type CsvTable, parseCsv } from "#ui/csv.ts";
import { type FieldColumns, guessFields, importFields, typedData } from "./import-fields.ts";
import { labelOf } from "./label-text.ts";

const maxImportBytes = 10_000_000;
const maxImportRows = 10_000;
/** As many as one request takes; fewer long ones, so that a person who stops it does not wait for long. */
const maxBatchCases = 100;
const maxBatchLength = 1_000_000;

/** A file that was read, or the sentence that says why not. */
export type ReadFile = { readonly name: string; readonly table: CsvTable; readonly note?: string } | { readonly refusal: string };

/** Which column is what; a number is a position in the header. All others become data. */
export interface ColumnChoice {
  readonly title: number;
  readonly priority?: number;
  readonly labels?: number;
  /** For a queue with a schema: which column fills which field. */
  readonly fields?: FieldColumns;
}

export interface ImportRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly case: NewCase;
}
export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}
export interface ImportPlan {
  readonly rows: readonly ImportRow[];
  readonly refused: readonly RefusedRow[];
}

export async function readCsvFile(file: File): Promise<ReadFile> {
  if (file.size > maxImportBytes) return { refusal: `${file.name} has more than 10 MB. Split it into smaller files.` };
  const { text, note } = decoded(await file.arrayBuffer());
  const table = parseCsv(text);
  if (table.unclosed !== undefined)
    return { refusal: `${file.name} is not complete: the quote in line ${table.unclosed.toLocaleString("en")} has no end.` };
  if (table.rows.length === 0) return { refusal: `${file.name} has no rows. Its first line names the columns, a case is a line below.` };
  if (table.rows.length > maxImportRows) {
    const count = table.rows.length.toLocaleString("en");
    return { refusal: `${file.name} has ${count} rows. Split it into files of at most ${maxImportRows.toLocaleString("en")}.` };
  }
  return { name: file.name, table, ...(note ? { note } : {}) };
}

/** Spreadsheets save UTF-8, or what Windows had before it. */
function decoded(bytes: ArrayBuffer): { text: string; note?: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const note = "The file is not UTF-8, so it was read as Windows-1252. Look at letters with accents before you import.";
    return { text: new TextDecoder("windows-1252").decode(bytes), note };
  }
}

/** Recognizes columns by their names; the first one is the title where none is. */
export function guessColumns({ header }: CsvTable, schema: CaseSchema | null = null): ColumnChoice {
  const named = (...words: string[]) => header.findIndex((name) => words.includes(name.trim().toLowerCase()));
  const priority = named("priority");
  const labels = named("labels", "label", "tags");
  const title = named("title", "name", "subject");
  const free = header.findIndex((_, at) => at !== priority && at !== labels);
  return {
    title: title >= 0 ? title : Math.max(0, free),
    ...(priority >= 0 ? { priority } : {}),
    ...(labels >= 0 ? { labels } : {}),
    ...(schema ? { fields: guessFields(header, importFields(schema)) } : {}),
  };
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

/** The columns that nothing else is made of, by position. Without a schema they become data, with one they are left out. */
export function dataColumns({ header }: CsvTable, { title, priority, labels, fields = {} }: ColumnChoice): number[] {
  const used = new Set([title, priority, labels, ...Object.values(fields)]);
  return [...header.keys()].filter((at) => !used.has(at));
}

/** The dry run: every row becomes a case as the service takes it, or is refused with the service's own words. */
export function planImport(table: CsvTable, choice: ColumnChoice, schema: CaseSchema | null = null): ImportPlan {
  const names = columnNames(table);
  const rule = schema ? NewCase.extend({ data: caseDataRule(schema, { plain: mustBeTyped }) }) : NewCase;
  const dataOf = schema ? typedDataBy(schema, choice) : plainDataBy(names, dataColumns(table, choice));
  const rows: ImportRow[] = [];
  const refused: RefusedRow[] = [];
  for (const row of table.rows) {
    if (row.cells.length !== names.length) {
      refused.push({ line: row.line, reason: `It has ${row.cells.length} fields, the header has ${names.length}` });
      continue;
    }
    const read = rule.safeParse(caseOf(row, choice, dataOf(row.cells)));
    if (read.success) rows.push({ line: row.line, case: read.data });
    else refused.push({ line: row.line, reason: reasonOf(read.error.issues) });
  }
  return { rows, refused };
}

function typedDataBy(schema: CaseSchema, { fields = {} }: ColumnChoice) {
  const declared = importFields(schema);
  return (cells: readonly string[]) => typedData(cells, declared, fields);
}

/** Each column under its name. Written by hand: an object would put columns that are called by numbers first. */
function plainDataBy(names: readonly string[], columns: readonly number[]) {
  const line = (cells: readonly string[], at: number) => `  ${JSON.stringify(names[at] ?? "")}: ${JSON.stringify(cells[at] ?? "")}`;
  return (cells: readonly string[]) => (columns.length > 0 ? `{\n${columns.map((at) => line(cells, at)).join(",\n")}\n}` : undefined);
}

function caseOf({ cells }: CsvRow, { title, priority, labels }: ColumnChoice, data: string | undefined) {
  const cell = (at: number | undefined) => (at === undefined ? "" : (cells[at] ?? "").trim());
  return {
    title: cell(title),
    ...(cell(priority) ? { priority: cell(priority).toLowerCase() } : {}),
    ...(cell(labels) ? { labels: labelsOf(cell(labels)) } : {}),
    ...(data === undefined ? {} : { data }),
  };
}

/** "month: March; late" is a label with a key and a plain one. */
function labelsOf(text: string): NamedLabel[] {
  return text
    .split(/[;\n]/)
    .filter((part) => part.trim() !== "")
    .map(labelOf);
}

/** Each once: two rules of one field can say the same. */
function reasonOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return [...new Set(issues.map(({ path, message }) => `${partOf(path)}: ${message}`))].join("; ");
}

function partOf(path: readonly PropertyKey[]): string {
  const [part, at] = path;
  if (part === "data" && path.length > 1) return path.slice(1).join(".");
  return part === "labels" && typeof at === "number" ? `Label ${at + 1}` : String(part).replace(/^./, (first) => first.toUpperCase());
}

/** The rows in requests, in the order of the file. */
export function batchesOf(rows: readonly ImportRow[]): ImportRow[][] {
  const batches: ImportRow[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const own = JSON.stringify(row.case).length;
    const last = batches.at(-1);
    if (last && last.length < maxBatchCases && length + own <= maxBatchLength) {
      last.push(row);
      length += own;
    } else {
      batches.push([row]);
      length = own;
    }
  }
  return batches;
}
