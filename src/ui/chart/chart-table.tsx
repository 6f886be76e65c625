import { useState } from "react";
import { type FigureRow, FigureTable } from "./figure-table.tsx";

export interface ChartTableProps {
  label: string;
  /** The head of the rows, then of their figures. */
  columns: readonly string[];
  rows: () => readonly FigureRow[];
}

/** The figures of a chart below it. Filled once somebody opens it. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-1 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">Numbers as a table</summary>
      {open ? (
        <div className="mt-2 overflow-x-auto">
          <FigureTable label={label} columns={columns} rows={rows()} />
        </div>
      ) : null}
    </details>
  );
}
