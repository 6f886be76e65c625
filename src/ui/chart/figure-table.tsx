import { AnyLink } from "#ui/link.tsx";

export interface FigureRow {
  readonly label: string;
  readonly cells: readonly string[];
  /** The list that it counts. */
  readonly link?: string | undefined;
  /** Or one for each figure. */
  readonly links?: readonly (string | undefined)[];
}

interface FigureTableProps {
  label: string;
  /** The head of the rows, then of their figures. */
  columns: readonly string[];
  rows: readonly FigureRow[];
}

/** The figures of a chart in words. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
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
        {rows.map((row) => (
          <tr key={row.label} className="border-t border-line">
            <th scope="row" className="py-1 text-start font-normal">
              {row.link ? (
                <AnyLink link={row.link} className="hover:underline">
                  {row.label}
                </AnyLink>
              ) : (
                row.label
              )}
            </th>
            {row.cells.map((cell, at) => (
              <td key={columns[at + 1]} className="py-1 ps-4 text-end whitespace-nowrap tabular-nums">
                {row.links?.[at] && cell !== "–" ? (
                  <AnyLink link={row.links[at]} className="hover:underline">
                    {cell}
                  </AnyLink>
                ) : (
                  cell
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
