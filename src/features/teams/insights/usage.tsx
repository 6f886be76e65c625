import { useQuery } from "@tanstack/react-query";
import type { Granularity } from "#contract/teams/insights.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { ColumnsPlot, type Series, whole } from "#ui/chart/columns-plot.tsx";
import { ColumnsTable } from "#ui/chart/columns-table.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { usageRead, type Window } from "./insights-reads.ts";
import { periods } from "./insights-search.ts";
import { columnsOf, periodNames } from "./period-words.ts";

const series: readonly Series[] = [
  { name: "Scheduled", tone: "first" },
  { name: "Other starts", tone: "second" },
];

interface UsageProps {
  orgId: string;
  window: Window;
  granularity: Granularity;
  timezone: string;
  onGranularity: (granularity: Granularity) => void;
}

/** How many runs there were, over time. */
export function Usage({ orgId, window, granularity, timezone, onGranularity }: UsageProps) {
  const query = useQuery(usageRead(orgId, window, granularity, timezone));
  const shown = query.data;
  const columns = shown ? columnsOf(shown.buckets, shown.granularity, window, timezone) : [];
  const allOf = (at: number) => columns.reduce((all, { values }) => all + (values[at] ?? 0), 0);
  return (
    <ChartBlock
      title="Runs over time"
      note={`Time zone: ${timezone}`}
      legend={shown ? series.map(({ name, tone }, at) => ({ name, tone, value: whole.format(allOf(at)) })) : []}
      actions={
        <div className="w-28">
          <Select
            aria-label="Period"
            value={granularity}
            onChange={({ target }) => onGranularity(periods.find((each) => each === target.value) ?? granularity)}
            options={periods.map((value) => ({ value, label: periodNames[value] }))}
          />
        </div>
      }
      table={
        <ColumnsTable label="Runs over time" head={periodNames[shown?.granularity ?? granularity]} series={series} columns={columns} />
      }
    >
      <Loaded inline query={query} what="the runs of this organization over time" needs="Administrator of the organization">
        {() => <ColumnsPlot label="Runs over time" words={["run", "runs"]} series={series} columns={columns} />}
      </Loaded>
    </ChartBlock>
  );
}
