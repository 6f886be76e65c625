import { CircleAlert, Download } from "lucide-react";
import { issuesInWords } from "#features/queues/row-issues.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import type { CsvTable } from "#ui/csv.ts";
import { saveFile } from "#ui/save-file.ts";
import type { RefusedRow } from "./case-import.ts";
import { ImportLines, LineRow, LinesHead } from "./import-lines.tsx";
import { refusedFile } from "./refused-file.ts";

const shownRows = 100;
const shownCauses = 5;

/** What is not imported, and why, row for row: to read here, and to mend in a file of these rows only. */
export function RefusedRows({ table, refused }: { table: CsvTable; refused: readonly RefusedRow[] }) {
  if (refused.length === 0) return null;
  return (
    <section aria-label="Refused rows">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 font-semibold text-failed">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>
            {counted(refused.length, "row is", "rows are")} left out
            {refused.length > shownRows ? <span className="font-normal text-ink-3">, the first {shownRows}</span> : null}
          </span>
        </h2>
        <Button size="sm" icon={Download} onClick={() => saveFile(refusedFile(table.header, refused))}>
          Download these rows
        </Button>
      </div>
      <Causes refused={refused} />
      <ImportLines label="Refused rows">
        <LinesHead>
          <th scope="col">Why</th>
        </LinesHead>
        <tbody>
          {refused.slice(0, shownRows).map(({ line, issues }) => (
            <LineRow key={line} line={line}>
              <td className="[overflow-wrap:anywhere]">{issuesInWords(issues)}</td>
            </LineRow>
          ))}
        </tbody>
      </ImportLines>
    </section>
  );
}

/** What most of many rows are left out for: one column or one setting can be the cause of them all. */
function Causes({ refused }: { refused: readonly RefusedRow[] }) {
  if (refused.length <= shownCauses) return null;
  const times = new Map<string, number>();
  for (const cause of refused.flatMap(({ causes }) => causes)) times.set(cause, (times.get(cause) ?? 0) + 1);
  const first = [...times].toSorted(([, one], [, other]) => other - one).slice(0, shownCauses);
  return (
    <ul aria-label="Reasons" className="mb-2 flex flex-col gap-0.5 text-sm">
      {first.map(([cause, count]) => (
        <li key={cause} className="[overflow-wrap:anywhere]">
          <span className="font-medium">{counted(count, "row", "rows")}</span> <span className="text-ink-2">{cause}</span>
        </li>
      ))}
      {times.size > first.length ? (
        <li className="text-ink-3">and {counted(times.size - first.length, "other reason", "other reasons")}</li>
      ) : null}
    </ul>
  );
}
