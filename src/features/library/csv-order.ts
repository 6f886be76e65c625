import type { CsvRow } from "#ui/csv-records.ts";

export interface CsvOrder {
  /** Position of the column; -1: by line, as the file has them. */
  readonly column: number;
  readonly desc: boolean;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numbers by value, anything else as text with `file2` before `file10`; what is empty comes last in both directions. */
export function inOrder(rows: readonly CsvRow[], { column, desc }: CsvOrder): readonly CsvRow[] {
  if (column < 0) return desc ? rows.toReversed() : rows;
  const keyed = rows.map((row) => ({ row, text: row.cells[column] ?? "", value: numberOf(row.cells[column] ?? "") }));
  return keyed
    .toSorted((a, b) => {
      if (a.text === "" || b.text === "") return a.text === b.text ? 0 : a.text === "" ? 1 : -1;
      const order = Number.isNaN(a.value) || Number.isNaN(b.value) ? collator.compare(a.text, b.text) : a.value - b.value;
      return desc ? -order : order;
    })
    .map(({ row }) => row);
}

/** Both 1234.50 and 1.234,50; NaN for what is no number. */
export function numberOf(cell: string): number {
  const text = cell.trim();
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^-?\d{1,3}(\.\d{3})*,\d+$/.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
}
