import { z } from "./zod.ts";

export type Cell = string | number | null;

/** What a file of a list says of a row: cells by their heads, each group under the column of the list that shows it. */
export type ExportColumns<R> = Readonly<Record<string, Readonly<Record<string, (row: R) => Cell>>>>;

/** `csv`: a line for each row, a column for each head. `json`: the rows as other answers have them. */
export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportOurs = "A whole list leaves as one file, in one request and without a page missed or read twice.";

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
  /** Cells that follow from the data, such as the fields of a queue. */
  readonly adds?: ExportColumns<R>;
}

/**
 * A cell that a spreadsheet shows and never computes: what would begin a formula is preceded by an apostrophe, and so is what would be read
 * as such a cell.
 */
export function csvCell(value: Cell): string {
  const text = value === null ? "" : String(value);
  const harmless = typeof value === "string" && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** With this mark at its start, a spreadsheet reads a file as UTF-8. */
export const csvMark = "\uFEFF";

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
