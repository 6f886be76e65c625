import { countOf } from "#api/figures.ts";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { caseFailureNames } from "#contract/queues/case-failures.ts";
import { BarRows } from "#ui/chart/bar-rows.tsx";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { whole } from "#ui/chart/columns-plot.tsx";
import { AnyLink } from "#ui/link.tsx";

/** What cases failed by that failed in the time, the most frequent first. */
export function FailedByCause({ teamId, answer }: { teamId: string; answer: QueryAnswer }) {
  const all = countOf(answer.total);
  const rows = [...answer.rows, ...(answer.other ? [answer.other] : [])];
  const addressOf = ({ links: [link] }: AnswerRow) => (link ? listAddress(teamId, link) : undefined);
  const listed = addressOf(answer.total);
  return (
    <ChartBlock
      band
      title="Failed, by cause"
      note={
        all === 0 ? undefined : listed ? (
          <AnyLink link={listed} className="hover:underline">
            {whole.format(all)}
          </AnyLink>
        ) : (
          whole.format(all)
        )
      }
    >
      {all === 0 ? (
        <p className="min-h-41 py-1 text-sm text-ink-2">No case failed in this time.</p>
      ) : (
        <BarRows
          label="Failed, by cause"
          bar="none"
          rows={rows.map((row) => ({ key: row.by[0] ?? "other", name: nameOf(row), count: countOf(row), link: addressOf(row) }))}
        />
      )}
    </ChartBlock>
  );
}

function nameOf({ by: [code], names: [name], other }: AnswerRow): string {
  return other ? "Other causes" : (caseFailureNames[code ?? ""] ?? name ?? "Another cause");
}
