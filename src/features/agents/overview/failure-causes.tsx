import { countOf } from "#api/figures.ts";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { failureNames } from "#contract/runs/failure-names.ts";
import type { FailureCode } from "#contract/runs/failures.ts";
import { BarRows } from "#ui/chart/bar-rows.tsx";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { whole } from "#ui/chart/columns-plot.tsx";

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
  const isNews = (row: AnswerRow) => {
    const own = ofLive?.rows.find(({ by: [code] }) => code === row.by[0]);
    return since !== undefined && !row.other && own !== undefined && countOf(own) === countOf(row);
  };
  return (
    <ChartBlock title="Failures by cause" note={`${whole.format(all)} ${all === 1 ? "run" : "runs"}`}>
      {all === 0 ? (
        <p className="py-1 text-sm text-ink-2">No run failed.</p>
      ) : (
        <BarRows
          label="Failures by cause"
          rows={rows.map((row) => ({
            key: row.by[0] ?? row.names[0] ?? "",
            name: (
              <>
                {nameOf(row)}
                {isNews(row) ? <span className="text-xs text-failed"> all since revision {since}</span> : null}
              </>
            ),
            count: countOf(row),
            link: row.link ? listAddress(teamId, row.link) : undefined,
            loud: isNews(row),
          }))}
        />
      )}
    </ChartBlock>
  );
}

function nameOf({ by: [code], names: [name], other }: AnswerRow): string {
  if (other) return "Other causes";
  return failureNames[code as FailureCode] ?? name ?? "Failed for another reason";
}
