import type { Cell, ListColumn, ListColumns } from "./list.ts";
import { z } from "./zod.ts";

/** What a file of a list says of a row: cells by their heads, each group under the column of the list that shows it. */
export type ExportColumns<R> = Readonly<Record<string, Readonly<Record<string, (row: R) => Cell>>>>;

/** `csv`: a line for each row, a column for each head. `json`: the rows as other answers have them. */
export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportOurs = "A whole list leaves as one file, in one request and without a page missed or read twice.";

type Filed<C> = { [K in keyof C as C[K] extends { file: object } ? K : never]: C[K] extends { file: infer F } ? F : never };

/** What a file says of the rows of a list: what its columns show, and under `rest` what none of them does. */
export function fileOf<C extends ListColumns<never>, const R extends ExportColumns<never>>(columns: C, rest: R): Filed<C> & R {
  const shown = Object.entries<ListColumn<never>>(columns).flatMap(([name, { file }]) => (file ? [[name, file] as const] : []));
  return { ...Object.fromEntries(shown), ...rest } as Filed<C> & R;
}

/** What every export takes beside the filters of its list. */
export function exportForm<C extends object>(columns: C) {
  const names = Object.keys(columns) as (keyof C & string)[];
  return {
    format: z.enum(exportFormats).optional().meta({ default: "csv" }),
    /** Of CSV; all when absent. */
    columns: z.array(z.enum(names)).min(1).max(names.length).optional(),
  };
}

/** What a handler gives: the rows page by page, read as they are sent. */
export interface ListFile<R> {
  /** What the file is called, without its ending. */
  readonly name: string;
  /** How many rows there are; of very many at least more than one file takes. */
  readonly total: number;
  readonly pages: AsyncIterable<readonly R[]>;
  /** Columns that follow from the rows, asked for once it is sure that the file is sent: last, in place of those of the same name. */
  readonly instead?: () => Promise<ExportColumns<R>>;
}

/**
 * A cell that a spreadsheet shows and never computes: what would begin a formula is preceded by an apostrophe, and so is what would be read
 * as such a cell.
 */
export function csvCell(value: Cell): string {
  if (value === null || typeof value === "number") return String(value ?? "");
  if (typeof value === "object" && "bare" in value) return quotedWhereNeeded(value.bare);
  const text = typeof value === "string" ? value : value.quoted;
  const harmless = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return typeof value === "string" ? quotedWhereNeeded(harmless) : inQuotes(harmless);
}
const quotedWhereNeeded = (text: string) => (/[",\r\n]/.test(text) ? inQuotes(text) : text);
const inQuotes = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** With this mark at its start, a spreadsheet reads a file as UTF-8. */
export const csvMark = "\uFEFF";

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
