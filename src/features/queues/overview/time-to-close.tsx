import { partOf, periodsIn } from "#api/figures.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { durationAxisOf } from "#ui/chart/axis.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { titleOf } from "#ui/chart/columns-plot.tsx";
import { FigureTable } from "#ui/chart/figure-table.tsx";
import { LinesPlot } from "#ui/chart/lines-plot.tsx";
import { periodWords } from "#ui/chart/period-words.ts";
import { durationOf } from "#ui/duration.tsx";
import { ownZone } from "#ui/own-zone.ts";

const shown = (ms: number | null | undefined) => (typeof ms === "number" ? durationOf(ms) : "–");

/** How long cases that closed had taken, by when they closed. */
export function TimeToClose({ teamId, answer }: { teamId: string; answer: QueryAnswer }) {
  const periods = periodsIn(answer);
  const words = periods.map(({ at, rows }) => ({ ...periodWords(at, answer.grain ?? "day", ownZone()), part: partOf(rows), values: [] }));
  const at = answer.measures.indexOf("time_to_close_p50");
  const of = (measure: number) => periods.map(({ rows: [row] }) => row?.values[measure] ?? null);
  const [median, slow] = [of(at), of(at + 1)];
  const links = periods.map(({ rows: [row] }) => {
    const link = row?.links[at];
    return link ? listAddress(teamId, link) : undefined;
  });
  return (
    <ChartBlock
      band
      title="Time to close"
      table={
        <FigureTable
          label="Time to close"
          columns={["Closed", "p50", "p95"]}
          rows={words
            .map((period, i) => ({ label: titleOf(period), cells: [shown(median[i]), shown(slow[i])], link: links[i] }))
            .toReversed()}
        />
      }
    >
      {slow.every((value) => value === null) ? (
        <p className="min-h-41 py-1 text-sm text-ink-2">No case was closed in this time.</p>
      ) : (
        <LinesPlot
          size="band"
          label="Time to close: the table has its figures"
          lines={[
            { name: "p95", tone: "main", values: slow, links },
            { name: "p50", tone: "beside", values: median, links },
          ]}
          labels={words.map(({ label }) => label)}
          axis={durationAxisOf(Math.max(0, ...slow.map((ms) => ms ?? 0)))}
          format={durationOf}
        />
      )}
    </ChartBlock>
  );
}
