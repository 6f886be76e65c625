import { useState } from "react";

export interface ChartTableProps {
  label: string;
  /** The head of the rows, then of their figures. */
  columns: readonly string[];
  rows: () => readonly { readonly label: string; readonly cells: readonly string[] }[];
}

/** The figures of a chart in words: what a screen reader gets. Filled once somebody opens it. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-1 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">Numbers as a table</summary>
      {open ? (
        <div className="mt-2 overflow-x-auto">
          <table aria-label={label} className="w-full border-collapse">
            <thead className="text-xs text-ink-3">
              <tr>
                {columns.map((column, at) => (
                  <th key={column} scope="col" className={`py-1 font-medium ${at === 0 ? "text-start" : "ps-4 text-end"}`}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map((row) => (
                <tr key={row.label} className="border-t border-line">
                  <th scope="row" className="py-1 text-start font-normal">
                    {row.label}
                  </th>
                  {row.cells.map((cell, at) => (
                    <td key={columns[at + 1]} className="py-1 ps-4 text-end">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}
