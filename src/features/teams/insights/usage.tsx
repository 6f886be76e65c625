import { useQuery } from "@tanstack/react-query";
import type { Granularity } from "#contract/teams/insights.ts";
import { ColumnChart, type Series } from "#ui/chart/column-chart.tsx";
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
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">Runs over time</h2>
          <p className="text-sm text-ink-3">Time zone: {timezone}</p>
        </div>
        <div className="w-28">
          <Select
            aria-label="Period"
            value={granularity}
            onChange={({ target }) => onGranularity(periods.find((each) => each === target.value) ?? granularity)}
            options={periods.map((value) => ({ value, label: periodNames[value] }))}
          />
        </div>
      </div>
      <Loaded inline query={query} what="the runs of this organization over time" needs="Administrator of the organization">
        {(answer) => (
          <ColumnChart
            label="Runs over time"
            words={["run", "runs"]}
            head={periodNames[answer.granularity]}
            series={series}
            columns={columnsOf(answer.buckets, answer.granularity, window, timezone)}
          />
        )}
      </Loaded>
    </section>
  );
}
