import { CircleAlert, Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { csvText } from "#ui/csv-text.ts";
import type { CsvTable } from "#ui/csv.ts";
import { saveFile } from "#ui/save-file.ts";
import type { RefusedRow } from "./case-import.ts";
import { ImportLines, LineRow, LinesHead } from "./import-lines.tsx";
import { reasonHead } from "./read-csv-file.ts";

const shownRows = 100;

/** What is not imported, and why, row for row: to read here, and to mend in a file of these rows only. */
export function RefusedRows({ table, refused }: { table: CsvTable; refused: readonly RefusedRow[] }) {
  if (refused.length === 0) return null;
  const lines = refused.map(({ cells, reason }) => [...cells, reason]);
  return (
    <section aria-label="What is refused">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 font-semibold text-failed">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>
            {counted(refused.length, "row is", "rows are")} left out
            {refused.length > shownRows ? <span className="font-normal text-ink-3">, the first {shownRows}</span> : null}
          </span>
        </h2>
        <Button
          size="sm"
          icon={Download}
          onClick={() =>
            saveFile({ name: "left-out.csv", type: "text/csv;charset=utf-8", text: csvText([[...table.header, reasonHead], ...lines]) })
          }
        >
          Download these rows
        </Button>
      </div>
      <ImportLines label="Refused rows">
        <LinesHead>
          <th scope="col">Why</th>
        </LinesHead>
        <tbody>
          {refused.slice(0, shownRows).map(({ line, reason }) => (
            <LineRow key={line} line={line}>
              <td className="[overflow-wrap:anywhere]">{reason}</td>
            </LineRow>
          ))}
        </tbody>
      </ImportLines>
    </section>
  );
}
