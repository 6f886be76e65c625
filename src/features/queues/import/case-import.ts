import { parseExact } from "#contract/exact-json.ts";
import { caseDataRule, mustBeTyped } from "#contract/queues/case-data.ts";
import { type ImportedRow, maxRowIssues, rowIssue, type RowIssue } from "#contract/queues/case-imports.ts";
import { NewCase } from "#contract/queues/cases.ts";
import { entriesOf, objectOf, valueIn } from "#contract/queues/case-data-columns.ts";
import { objectIn, ownValue } from "#contract/queues/case-fields.ts";
import { dataText } from "#features/queues/data/data-blank.ts";
import { labelsIn } from "#features/queues/labels/label-text.ts";
import { issuesInWords, type PlacedIssue } from "#features/queues/row-issues.ts";
import type { DataCheck } from "#features/queues/schema/schema-queries.ts";
import { counted } from "#ui/counted.ts";
import type { CsvTable } from "#ui/csv.ts";
import type { CsvRow } from "#ui/csv-records.ts";
import { type ColumnChoice, columnNames, isExported, keyColumns, restColumns, writingOf } from "./column-choice.ts";
import { fillData, type ImportField, importFields } from "./import-fields.ts";

/** Of a cell, beside the reason why it is refused. */
const shownLetters = 60;

export interface ImportRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly case: NewCase;
}
export interface RefusedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly quoted?: readonly number[];
  /** All of them, with what stands in the cells. */
  readonly issues: readonly RowIssue[];
  /** Each in words that other rows have too. */
  readonly causes: readonly string[];
}
export interface ImportPlan {
  readonly rows: readonly ImportRow[];
  readonly refused: readonly RefusedRow[];
}

/** The dry run: every row becomes a case as the service takes it, or is refused with the service's own words. */
export function planImport(table: CsvTable, choice: ColumnChoice, { schema, guarded }: DataCheck): ImportPlan {
  const names = columnNames(table);
  let written: Written = {};
  const source = (text: string) => (written.text === text ? written.source : undefined);
  const rule = schema ? NewCase.extend({ data: caseDataRule(schema, { plain: guarded ? mustBeTyped : undefined, source }) }) : NewCase;
  const declared = schema ? importFields(schema) : [];
  const dataOf = isExported(table.header)
    ? exportedDataBy(declared, choice, table)
    : schema
      ? typedDataBy(declared, choice, table)
      : plainDataBy(names, table, choice);
  const rows: ImportRow[] = [];
  const refused: RefusedRow[] = [];
  for (const row of table.rows) {
    if (row.cells.length !== names.length) {
      refused.push({
        ...placeOf(row),
        ...simply(`It has ${counted(row.cells.length, "column", "columns")}, the header has ${names.length}`),
      });
      continue;
    }
    const data = dataOf(row);
    written = data === mixed ? {} : data;
    const read = rule.safeParse(caseOf(row, choice, written.text));
    if (data === mixed)
      refused.push({ ...placeOf(row), ...simply("It is not a JSON object, so field columns cannot be added to it", "data") });
    else if (read.success) rows.push({ line: row.line, case: read.data });
    else refused.push({ ...placeOf(row), ...refusalOf(read.error.issues, row.cells, choice) });
  }
  return { rows, refused };
}

/** A row as it stands in the file: what its quotes say is as much of it as its cells. */
function placeOf({ line, cells, quoted = [] }: CsvRow) {
  const places = cells.flatMap((_, at) => (quoted[at] ? [at] : []));
  return { line, cells: [...cells], ...(places.length > 0 && { quoted: places }) };
}

/** The data of a row, and what it is written from. */
interface Written {
  readonly text?: string | undefined;
  readonly source?: object;
}

/** Plain text in the column of data, and something in the columns of fields: neither may be lost unseen. */
const mixed = Symbol("mixed");

function typedDataBy(declared: readonly ImportField[], choice: ColumnChoice, table: CsvTable) {
  const { data: whole = -1, fields: columns } = choice;
  const writing = writingOf(table, choice, declared);
  return ({ cells }: CsvRow): Written | typeof mixed => {
    const text = cells[whole] ?? "";
    const begun = text.trim() === "" ? {} : objectIn(text);
    const data = { ...begun };
    const filled = fillData(data, cells, declared, { columns, writing });
    if (begun) return filled || text.trim() === "" ? { text: dataText(data), source: data } : { text };
    return filled ? mixed : { text };
  };
}

/** The column of data, or each other one under its name. An object would put columns that are called by numbers first. */
function plainDataBy(names: readonly string[], table: CsvTable, choice: ColumnChoice) {
  const { data } = choice;
  if (data !== undefined) return ({ cells }: CsvRow): Written => ({ text: cells[data] || undefined });
  const columns = restColumns(table, choice);
  return ({ cells }: CsvRow): Written =>
    columns.length > 0 ? { text: objectOf(columns.map((at) => [names[at] ?? "", JSON.stringify(cells[at] ?? "")])) } : {};
}

/** What an export wrote, as it was: each column of a key is a value of its own, and the last one has what these do not say. */
function exportedDataBy(declared: readonly ImportField[], choice: ColumnChoice, table: CsvTable) {
  const { data: whole = -1, fields: columns } = choice;
  const writing = writingOf(table, choice, declared);
  const keys = keyColumns(table, choice);
  return ({ cells, quoted = [] }: CsvRow): Written | typeof mixed => {
    const written = (at: number) => valueIn(cells[at] ?? "", quoted[at] ?? false);
    const exact = (at: number) => {
      const value = written(at);
      return value === undefined ? undefined : parseExact(value);
    };
    const own = keys.flatMap(([at, key]) => {
      const value = written(at);
      return value === undefined ? [] : [[key, value] as const];
    });
    const text = cells[whole] ?? "";
    const others = text.trim() === "" ? [] : entriesOf(text);
    const entries = objectOf([...new Map([...(others ?? []), ...own])]);
    const data = { ...objectIn(entries) };
    const filled = fillData(data, cells, declared, { columns, writing, exact });
    if (!filled && own.length === 0) return { text };
    if (!others) return mixed;
    return { text: filled ? dataText(data) : entries };
  };
}

function caseOf({ cells }: CsvRow, { title, priority, labels }: ColumnChoice, data: string | undefined) {
  const cell = (at: number | undefined) => (at === undefined ? "" : (cells[at] ?? "").trim());
  return {
    title: cell(title),
    ...(cell(priority) ? { priority: cell(priority).toLowerCase() } : {}),
    ...(cell(labels) ? { labels: labelsIn(cell(labels)) } : {}),
    ...(data === undefined ? {} : { data }),
  };
}

type Refusal = Pick<RefusedRow, "issues" | "causes">;

function simply(message: string, ...path: string[]): Refusal {
  const issues = [rowIssue(path, message)];
  return { issues, causes: [issuesInWords(issues)] };
}

function refusalOf(found: readonly PlacedIssue[], cells: readonly string[], { priority, fields }: ColumnChoice): Refusal {
  const issues = found.slice(0, maxRowIssues).map(({ path, message }) => {
    const column = path[0] === "data" ? ownValue(fields, path.slice(1).join(".")) : path[0] === "priority" ? priority : undefined;
    const cell = (cells[column ?? -1] ?? "").trim();
    const shown = cell.length > shownLetters ? `${cell.slice(0, shownLetters)}…` : cell;
    return rowIssue(path, `${message}${shown === "" ? "" : ` (“${shown}”)`}`);
  });
  // One and the same in whichever entry of a list.
  const causes = found.map(({ path, message }) =>
    issuesInWords([{ path: path.filter((part) => path[0] !== "data" || typeof part !== "number"), message }]),
  );
  return { issues, causes: [...new Set(causes)] };
}

/** The whole file as it is handed over, also what is refused: a job that tells of every row adds up. */
export function importedRows({ rows, refused }: ImportPlan, table: CsvTable): ImportedRow[] {
  const cases = new Map(rows.map((row) => [row.line, row.case]));
  const refusals = new Map(refused.map(({ line, issues }) => [line, [...issues]]));
  return table.rows.map((row) => {
    const one = cases.get(row.line);
    return { ...placeOf(row), ...(one ? { case: one } : { refused: refusals.get(row.line) ?? [] }) };
  });
}
