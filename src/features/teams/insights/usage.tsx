import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import type { Granularity, UsageBucket } from "#contract/teams/insights.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { ColumnsPlot, type Series, whole } from "#ui/chart/columns-plot.tsx";
import { ColumnsTable } from "#ui/chart/columns-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { daysBefore } from "./comparison.ts";
import { usageRead, type Window, windowBefore } from "./insights-reads.ts";
import type { UsageSplit } from "./insights-search.ts";
import { columnsOf, periodNames } from "./period-words.ts";

interface Split {
  readonly series: readonly Series[];
  readonly values: (bucket: UsageBucket) => number[];
}

const splits: Record<UsageSplit, Split> = {
  outcome: {
    series: [
      { name: "Failed", tone: "failed" },
      { name: "Stopped or under way", tone: "other" },
      { name: "Completed", tone: "pale" },
    ],
    values: ({ failed_runs, completed_runs, total_runs }) => [failed_runs, total_runs - failed_runs - completed_runs, completed_runs],
  },
  start: {
    series: [
      { name: "Scheduled", tone: "first" },
      { name: "Other starts", tone: "second" },
    ],
    values: ({ scheduled_runs, on_demand_runs }) => [scheduled_runs, on_demand_runs],
  },
};

interface UsageProps {
  orgId: string;
  window: Window;
  granularity: Granularity;
  split: UsageSplit;
  timezone: string;
  /** What the window before is called, as in "30 days before"; undefined where there is nothing to compare with. */
  before: string | undefined;
}

/** How many runs there were, over time, and in the window before. */
export function Usage({ orgId, window, granularity, split, timezone, before }: UsageProps) {
  const query = useQuery(usageRead(orgId, window, granularity, timezone));
  // A window has as many days as the one before. Of weeks and months it has not: they would stand beside others.
  const comparable = before !== undefined && granularity === "day";
  const earlier = useQuery({ ...usageRead(orgId, windowBefore(window), granularity, timezone), enabled: comparable });
  const shown = query.data;
  const { values, series: all } = splits[split];
  const found = shown ? columnsOf(shown.buckets, shown.granularity, window, timezone, values) : [];
  const allOf = (at: number) => found.reduce((sum, column) => sum + (column.values[at] ?? 0), 0);
  const kept = all.map((one, at) => ({ ...one, at, total: allOf(at) })).filter(({ tone, total }) => total > 0 || tone !== "other");
  const columns = found.map((column) => ({ ...column, values: kept.map(({ at }) => column.values[at] ?? 0) }));
  const buckets = comparable && !earlier.isPlaceholderData && earlier.data?.granularity === "day" ? earlier.data.buckets : [];
  const former =
    before && shown?.granularity === "day" && !query.isPlaceholderData && buckets.some(({ total_runs }) => total_runs > 0)
      ? { name: before, values: daysBefore(shown.buckets, buckets, window) }
      : undefined;
  const title = `Runs by ${(shown?.granularity ?? granularity).toLowerCase()}`;
  return (
    <ChartBlock
      title={title}
      note={`${timezone.replaceAll("_", " ")} time`}
      legend={
        shown
          ? [
              ...kept.toReversed().map(({ name, tone, total }) => ({ name, tone, value: whole.format(total) })),
              ...(former ? [{ name: former.name, tone: "other" as const, dashed: true }] : []),
              ...(columns.at(-1)?.part ? [{ name: "So far", tone: "edge" as const, hatched: true }] : []),
            ]
          : []
      }
      table={<ColumnsTable label={title} head={periodNames[shown?.granularity ?? granularity]} {...{ series: kept, columns, former }} />}
    >
      <Loaded inline query={query} what="the runs of this organization over time" needs="Administrator of the organization">
        {() =>
          columns.every(({ values: parts }) => parts.every((n) => n === 0)) && !former ? (
            <EmptyState icon={ChartColumn} title="No runs in this time">
              Start an agent and its runs appear here.
            </EmptyState>
          ) : (
            <ColumnsPlot label={title} words={["run", "runs"]} {...{ series: kept, columns, former }} />
          )
        }
      </Loaded>
    </ChartBlock>
  );
}
