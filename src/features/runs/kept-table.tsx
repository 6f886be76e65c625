import { parseCsv } from "#ui/csv.ts";
import type { CsvRow } from "#ui/csv-records.ts";
import { cx } from "#ui/cx.ts";
import { areFigures } from "#ui/figures.ts";
import { useMedia } from "#ui/media.ts";

const shownRows = 8;

interface CsvColumn {
  readonly at: number;
  readonly name: string;
  readonly figures: boolean;
}

/** The first rows of a CSV. On a phone a row has its first field, its last figure beside it, and everything else beneath: an approval is about amounts. */
export function KeptTable({ name, text, className }: { name: string; text: string; className: string }) {
  const narrow = useMedia("(max-width: 599px)");
  const { header, rows } = parseCsv(text);
  const columns = header.map((title, at): CsvColumn => ({
    at,
    name: title,
    figures: at > 0 && areFigures(rows.map(({ cells }) => cells[at] ?? "")),
  }));
  const figure = columns.findLast(({ figures }) => figures);
  const shown = narrow ? columns.filter((column) => column.at === 0 || column === figure) : columns;
  const beneath = columns.filter((column) => !shown.includes(column));
  return (
    <div tabIndex={0} role="group" aria-label={name} className={className}>
      <table className={cx("w-full", narrow ? "" : "whitespace-nowrap")}>
        {rows.length > shownRows ? (
          <caption className="caption-bottom border-t border-line px-2 py-1 text-start text-xs text-ink-3">
            {shownRows} of {rows.length.toLocaleString("en")} rows
          </caption>
        ) : null}
        <thead className="bg-sunken text-xs text-ink-3">
          <tr>
            {shown.map((column) => (
              <th key={column.at} scope="col" className={cx("px-2 py-1 font-medium", sideOf(column))}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row) => (
            <tr key={row.line} className="border-t border-line align-top">
              {shown.map((column) => (
                <td key={column.at} className={cx("px-2 py-1 [overflow-wrap:anywhere]", sideOf(column))}>
                  {row.cells[column.at]}
                  {column.at === 0 && beneath.length > 0 ? <Beneath row={row} columns={beneath} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Beneath({ row, columns }: { row: CsvRow; columns: readonly CsvColumn[] }) {
  return (
    <p className="text-xs text-ink-3">
      {columns.map(({ at, name }, place) => (
        <span key={at}>
          {place > 0 ? " · " : null}
          {name} <span className="text-ink-2">{row.cells[at]}</span>
        </span>
      ))}
    </p>
  );
}

function sideOf({ figures }: CsvColumn): string {
  return figures ? "text-end whitespace-nowrap tabular-nums" : "text-start";
}
