import { NewCase } from "#contract/queues/cases.ts";
import { type CsvRow, type CsvTable, parseCsv } from "#ui/csv.ts";

const maxImportBytes = 10_000_000;
const maxImportRows = 10_000;
/** As many as one request takes; a few long ones fill it earlier, the service reads at most 8 MiB. */
const maxBatchCases = 100;
const maxBatchLength = 1_000_000;

/** A file that was read, or the sentence that says why not. */
export type ReadFile = { readonly name: string; readonly table: CsvTable; readonly note?: string } | { readonly refusal: string };

/** Which column is what; a number is a position in the header. All others become data. */
export interface ColumnChoice {
  readonly title: number;
  readonly priority?: number;
  readonly labels?: number;
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
export function guessColumns({ header }: CsvTable): ColumnChoice {
  const named = (...words: string[]) => header.findIndex((name) => words.includes(name.trim().toLowerCase()));
  const priority = named("priority");
  const labels = named("labels", "label", "tags");
  const title = named("title", "name", "subject");
  const free = header.findIndex((_, at) => at !== priority && at !== labels);
  return { title: title >= 0 ? title : Math.max(0, free), ...(priority >= 0 ? { priority } : {}), ...(labels >= 0 ? { labels } : {}) };
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

/** The columns that become data, by position. */
export function dataColumns({ header }: CsvTable, { title, priority, labels }: ColumnChoice): number[] {
  return [...header.keys()].filter((at) => at !== title && at !== priority && at !== labels);
}

/** The dry run: every row becomes a case as the service takes it, or is refused with the service's own words. */
export function planImport(table: CsvTable, choice: ColumnChoice): ImportPlan {
  const names = columnNames(table);
  const rest = dataColumns(table, choice);
  const rows: ImportRow[] = [];
  const refused: RefusedRow[] = [];
  for (const row of table.rows) {
    if (row.cells.length !== names.length) {
      refused.push({ line: row.line, reason: `It has ${row.cells.length} fields, the header has ${names.length}` });
      continue;
    }
    const read = NewCase.safeParse(caseOf(row, names, choice, rest));
    if (read.success) rows.push({ line: row.line, case: read.data });
    else refused.push({ line: row.line, reason: reasonOf(read.error.issues) });
  }
  return { rows, refused };
}

function caseOf({ cells }: CsvRow, names: readonly string[], { title, priority, labels }: ColumnChoice, rest: readonly number[]) {
  const cell = (at: number | undefined) => (at === undefined ? "" : (cells[at] ?? "").trim());
  return {
    title: cell(title),
    ...(cell(priority) ? { priority: cell(priority).toLowerCase() } : {}),
    ...(cell(labels) ? { labels: labelsOf(cell(labels)) } : {}),
    ...(rest.length > 0 ? { data: dataOf(rest.map((at) => [names[at] ?? "", cells[at] ?? ""])) } : {}),
  };
}

/** "month: March; late" is a label with a key and a plain one. */
function labelsOf(text: string): { key?: string; value: string }[] {
  const parts = text.split(/[;\n]/).map((part) => part.trim());
  return parts
    .filter((part) => part !== "")
    .map((part) => {
      const [key = "", ...value] = part.split(":");
      return value.length > 0 && key !== "" ? { key: key.trim(), value: value.join(":").trim() } : { value: part };
    });
}

/** Written by hand: an object would put columns that are called by numbers first. */
function dataOf(fields: readonly (readonly [name: string, value: string])[]): string {
  return `{\n${fields.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n")}\n}`;
}

/** Each once: two rules of one field can say the same. */
function reasonOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return [...new Set(issues.map(({ path, message }) => `${partOf(path)}: ${message}`))].join("; ");
}

function partOf(path: readonly PropertyKey[]): string {
  const [part, at] = path;
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
