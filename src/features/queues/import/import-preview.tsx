import { casesInWords } from "#features/queues/case-words.ts";
import { Priority } from "#features/queues/cells/case-cells.tsx";
import type { CsvTable } from "#ui/csv.ts";
import type { ImportPlan, ImportRow } from "./case-import.ts";
import { ImportLines, LineRow, LinesHead } from "./import-lines.tsx";
import { RefusedRows } from "./refused-rows.tsx";

const shownRows = 20;
/** Of the data of one case. */
const shownLetters = 400;

/** What the rows will be, before anything is sent. */
export function ImportPreview({ table, plan: { rows, refused } }: { table: CsvTable; plan: ImportPlan }) {
  return (
    <>
      <RefusedRows table={table} refused={refused} />
      {rows.length > 0 ? (
        <section aria-label="Preview">
          <h2 className="mb-2 font-semibold">
            {casesInWords(rows.length)}
            {rows.length > shownRows ? <span className="font-normal text-ink-3">, the first {shownRows}</span> : null}
          </h2>
          <ImportLines label="Cases to import">
            <LinesHead>
              <th scope="col">Case</th>
              <th scope="col" className="w-24">
                Priority
              </th>
              <th scope="col" className="w-1/5 max-sm:hidden">
                Labels
              </th>
              <th scope="col" className="w-2/5 max-sm:hidden">
                Data
              </th>
            </LinesHead>
            <tbody>
              {rows.slice(0, shownRows).map((row) => (
                <Coming key={row.line} row={row} />
              ))}
            </tbody>
          </ImportLines>
        </section>
      ) : null}
    </>
  );
}

/** On a phone, labels and data stand below the title. */
function Coming({ row: { line, case: one } }: { row: ImportRow }) {
  const { title, priority = "none", labels = [], data = "" } = one;
  const marks = labels.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(" · ");
  const said = data.replaceAll(/\s+/g, " ");
  const shown = said.length > shownLetters ? `${said.slice(0, shownLetters)}…` : said;
  return (
    <LineRow line={line}>
      <td className="[overflow-wrap:anywhere]">
        {title}
        <span className="block text-ink-2 empty:hidden sm:hidden">{marks}</span>
        <code className="block text-xs text-ink-3 empty:hidden sm:hidden">{shown}</code>
      </td>
      <td>
        <Priority value={priority} />
      </td>
      <td className="text-ink-2 [overflow-wrap:anywhere] max-sm:hidden">{marks}</td>
      <td className="[overflow-wrap:anywhere] max-sm:hidden">
        <code className="text-xs text-ink-3">{shown}</code>
      </td>
    </LineRow>
  );
}
