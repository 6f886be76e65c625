import { partOf, periodsIn } from "#api/figures.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import { durationAxisOf } from "#ui/chart/axis.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { ColumnsPlot, titleOf, whole } from "#ui/chart/columns-plot.tsx";
import { ColumnsTable } from "#ui/chart/columns-table.tsx";
import { FigureTable } from "#ui/chart/figure-table.tsx";
import { LinesPlot } from "#ui/chart/lines-plot.tsx";
import { periodWords } from "#ui/chart/period-words.ts";
import { durationOf } from "#ui/duration.tsx";
import type { MadeLive } from "./compared-revisions.ts";
import { marksIn } from "./revision-marks.ts";

interface OverTimeProps {
  answer: QueryAnswer;
  zone: string;
  made: readonly MadeLive[];
}

const brief = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const shown = (ms: number | null | undefined) => (typeof ms === "number" ? durationOf(ms) : "–");

/** How long runs took, without the time in which they waited for people. */
export function DurationOverTime({ answer, zone, made }: OverTimeProps) {
  const periods = periodsIn(answer);
  const words = periods.map(({ at, rows }) => ({ ...periodWords(at, answer.grain ?? "day", zone), part: partOf(rows) }));
  const of = (name: string) => periods.map(({ rows: [row] }) => row?.values[answer.measures.indexOf(name)] ?? null);
  const [median, slow] = [of("duration_p50"), of("duration_p95")];
  return (
    <ChartBlock
      title="Duration"
      note="without waiting for people"
      table={
        <FigureTable
          label="Duration"
          columns={["Time", "Median", "p95"]}
          rows={words
            .map((period, at) => ({ label: titleOf({ ...period, values: [] }), cells: [shown(median[at]), shown(slow[at])] }))
            .toReversed()}
        />
      }
    >
      <LinesPlot
        label="Duration over time: the table has its figures"
        lines={[
          { name: "p95", tone: "main", values: slow },
          { name: "p50", tone: "beside", values: median },
        ]}
        labels={words.map(({ label }) => label)}
        axis={durationAxisOf(Math.max(0, ...slow.map((ms) => ms ?? 0)))}
        format={durationOf}
        marks={marksIn(answer, periods, made)}
      />
    </ChartBlock>
  );
}

/** Tokens that models read and wrote. */
export function TokensOverTime({ answer, zone, made }: OverTimeProps) {
  const periods = periodsIn(answer);
  const at = answer.measures.indexOf("tokens");
  const series = [{ name: "Tokens", tone: "pale" as const }];
  const columns = periods.map(({ at: start, rows }) => ({
    ...periodWords(start, answer.grain ?? "day", zone),
    part: partOf(rows),
    values: [rows[0]?.values[at] ?? 0],
  }));
  const all = answer.total.values[at] ?? 0;
  return (
    <ChartBlock
      title="Tokens"
      note={all >= 10_000 ? `${brief.format(all)} in all` : `${whole.format(all)} in all`}
      table={<ColumnsTable label="Tokens" head="Time" series={series} columns={columns} />}
    >
      {all === 0 ? (
        <p className="py-1 text-sm text-ink-2">No model read or wrote anything.</p>
      ) : (
        <ColumnsPlot
          label="Tokens over time"
          words={["token", "tokens"]}
          series={series}
          columns={columns}
          marks={marksIn(answer, periods, made)}
          size="small"
        />
      )}
    </ChartBlock>
  );
}
