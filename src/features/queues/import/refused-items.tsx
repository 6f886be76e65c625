import type { ReactNode } from "react";
import type { CaseJobItem } from "#contract/queues/case-jobs.ts";
import { reasonInWords } from "#features/queues/act-words.ts";
import { LineRow, LinesHead } from "./import-lines.tsx";

/** Rows that an import refused. What is wrong with one can be read whole, however long it is. */
export function RefusedItems({ rows, footer }: { rows: readonly CaseJobItem[]; footer: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Refused rows, line by line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      data-scroll-restoration-id="table:Refused rows"
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <table
        aria-label="Refused rows"
        className="w-full text-sm [&_td]:px-3 [&_td]:py-1.5 md:[&_td:first-child]:ps-5 [&_th]:px-3 [&_th]:py-1.5 md:[&_th:first-child]:ps-5"
      >
        <LinesHead>
          <th scope="col" className="w-2/5">
            Row
          </th>
          <th scope="col">Why</th>
        </LinesHead>
        <tbody>
          {rows.map((item) => (
            <LineRow key={item.line} line={item.line ?? 0}>
              <td className="text-ink-2 [overflow-wrap:anywhere]">{item.title}</td>
              <td className="[overflow-wrap:anywhere]">{reasonInWords(item)}</td>
            </LineRow>
          ))}
        </tbody>
      </table>
      {footer}
    </div>
  );
}
