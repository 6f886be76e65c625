import { countOf } from "#api/figures.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { caseAges } from "#contract/dashboards/case-ages.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { BarRows } from "#ui/chart/bar-rows.tsx";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { whole } from "#ui/chart/columns-plot.tsx";

/** Open cases by how long they have been there. Red is what has waited for more than a week. */
export function OpenByAge({ teamId, answer }: { teamId: string; answer: QueryAnswer }) {
  return (
    <ChartBlock band title="Open by age" note={`${whole.format(countOf(answer.total))} open`}>
      <BarRows
        label="Open by age"
        bar="wide"
        rows={Object.entries(caseAges).map(([key, name]) => {
          const row = answer.rows.find(({ by: [age] }) => age === key);
          const link = row?.links[0];
          return {
            key,
            name,
            count: row ? countOf(row) : 0,
            link: link ? listAddress(teamId, link) : undefined,
            loud: key === "over_7_days" && row !== undefined && countOf(row) > 0,
          };
        })}
      />
    </ChartBlock>
  );
}
