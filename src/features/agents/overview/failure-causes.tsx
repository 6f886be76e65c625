import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { failureNames } from "#contract/runs/failure-names.ts";
import type { FailureCode } from "#contract/runs/failures.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { whole } from "#ui/chart/columns-plot.tsx";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { countOf } from "./overview-columns.ts";

interface FailureCausesProps {
  teamId: string;
  answer: QueryAnswer;
  /** The same of the live revision alone. */
  ofLive: QueryAnswer | undefined;
  /** The number of the live revision, where another one was live within the time. */
  since: number | undefined;
}

/** What runs failed by, the most frequent first. Red is what the live revision alone brought. */
export function FailureCauses({ teamId, answer, ofLive, since }: FailureCausesProps) {
  const all = answer.total.values[0] ?? 0;
  const rows = [...answer.rows, ...(answer.other ? [answer.other] : [])];
  const most = Math.max(1, ...rows.map(countOf));
  const isNews = (row: AnswerRow) => {
    const own = ofLive?.rows.find(({ by: [code] }) => code === row.by[0]);
    return since !== undefined && !row.other && own !== undefined && countOf(own) === countOf(row);
  };
  return (
    <ChartBlock title="Failures by cause" note={`${whole.format(all)} ${all === 1 ? "run" : "runs"}`}>
      {all === 0 ? (
        <p className="py-1 text-sm text-ink-2">No run failed.</p>
      ) : (
        <ul aria-label="Failures by cause">
          {rows.map((row) => {
            const words = (
              <>
                <span className="min-w-0 flex-1">
                  {nameOf(row)}
                  {isNews(row) ? <span className="text-xs text-failed"> all since revision {since}</span> : null}
                </span>
                <span aria-hidden className="h-2 w-14 shrink-0">
                  <span
                    className={cx(
                      "block h-full min-w-1 rounded-[2px]",
                      isNews(row) ? "bg-chart-failed" : "border-e-[1.5px] border-chart-edge bg-chart-pale",
                    )}
                    style={{ width: `${(countOf(row) / most) * 100}%` }}
                  />
                </span>
                <span className="w-8 shrink-0 text-end tabular-nums">{whole.format(countOf(row))}</span>
              </>
            );
            return (
              <li key={row.by[0] ?? row.names[0]} className="border-b border-line text-sm last:border-b-0">
                {row.link ? (
                  <AnyLink link={listAddress(teamId, row.link)} className="flex min-h-8 items-center gap-3 py-1 hover:underline">
                    {words}
                  </AnyLink>
                ) : (
                  <span className="flex min-h-8 items-center gap-3 py-1">{words}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </ChartBlock>
  );
}

function nameOf({ by: [code], names: [name], other }: AnswerRow): string {
  if (other) return "Other causes";
  return failureNames[code as FailureCode] ?? name ?? "Failed for another reason";
}
