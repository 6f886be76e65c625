import { periodsIn } from "#api/figures.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { ColumnsPlot, whole } from "#ui/chart/columns-plot.tsx";
import { ColumnsTable } from "#ui/chart/columns-table.tsx";
import type { MadeLive } from "./compared-revisions.ts";
import { runColumns, runSeries } from "./overview-columns.ts";
import { marksIn } from "./revision-marks.ts";

interface RunsByDayProps {
  teamId: string;
  answer: QueryAnswer;
  zone: string;
  made: readonly MadeLive[];
}

const heads = { hour: "Hour", day: "Day", week: "Week", month: "Month" } as const;

/** Runs over time by what they came to, marked where a revision was made live. */
export function RunsByDay({ teamId, answer, zone, made }: RunsByDayProps) {
  const all = runColumns(teamId, answer, zone);
  const totalOf = (at: number) => all.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
  // What is the rule is named even when it is nothing; the others where there are some.
  const kept = runSeries
    .map((series, at) => ({ ...series, at, total: totalOf(at) }))
    .filter(({ name, total }) => total > 0 || isRule(name));
  const columns = all.map((column) => ({ ...column, values: kept.map(({ at }) => column.values[at] ?? 0) }));
  const head = heads[answer.grain ?? "day"];
  return (
    <ChartBlock
      title={`Runs by ${head.toLowerCase()}`}
      note={`${zone.replaceAll("_", " ")} time`}
      legend={[
        ...kept.toReversed().map(({ name, tone, total }) => ({ name, tone, value: whole.format(total) })),
        ...(columns.some(({ part }) => part) ? [{ name: "So far", tone: "edge" as const, hatched: true }] : []),
      ]}
      table={<ColumnsTable label="Runs" head={head} series={kept} columns={columns} />}
    >
      <ColumnsPlot
        label={`Runs by ${head.toLowerCase()}`}
        words={["run", "runs"]}
        series={kept}
        columns={columns}
        marks={marksIn(answer, periodsIn(answer), made)}
      />
    </ChartBlock>
  );
}

function isRule(name: string): boolean {
  return name === "Completed" || name === "Failed";
}
