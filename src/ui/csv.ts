import { csvRecords, type CsvRow } from "./csv-records.ts";
import { type CsvSeparator, guessSeparator } from "./csv-separator.ts";

export interface CsvTable {
  /** What parts the cells: as it was chosen, or else guessed. */
  readonly separator: CsvSeparator;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Lines of the file whose number of fields differs from the header's. */
  readonly ragged: readonly number[];
  /** Where a quote begins that does not end: all that follows went into one field. */
  readonly unclosed: number | undefined;
}

/** Nothing is refused: what is odd is shown as it is. */
export function parseCsv(text: string, chosen?: CsvSeparator): CsvTable {
  const unmarked = text.replace(/^\uFEFF/, "");
  const separator = chosen ?? guessSeparator(unmarked);
  const { found, unclosed } = csvRecords(unmarked, separator);
  const [head, ...rows] = found;
  const header = head?.cells ?? [];
  return { separator, header, rows, ragged: rows.filter((row) => row.cells.length !== header.length).map((row) => row.line), unclosed };
}
