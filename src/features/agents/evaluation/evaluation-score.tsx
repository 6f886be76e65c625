import { useQuery } from "@tanstack/react-query";
import type { EvalDay } from "#contract/agents/eval-scores.ts";
import { LineChart } from "#ui/chart/line-chart.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { historyRead } from "./evaluation-queries.ts";

const dayName = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** The share of passed verdicts, day by day. */
export function EvaluationScore({ agentId }: { agentId: string }) {
  const history = useQuery(historyRead(agentId));
  return (
    <Section title="Score" description="Share of passed results per day, last 30 days (UTC).">
      <Loaded query={history} what="the scores of this agent" needs="Member">
        {({ days }) => {
          const judged = sumOf(days, "evaluated");
          if (judged === 0) return <p className="text-ink-2">No runs were evaluated in these days.</p>;
          return (
            <>
              <p className="mb-3">
                <strong className="font-semibold">{Math.round((100 * sumOf(days, "passed")) / Math.max(1, sumOf(days, "total")))}%</strong>{" "}
                passed, over {judged.toLocaleString("en")} {judged === 1 ? "run" : "runs"};{" "}
                {sumOf(days, "with_issues").toLocaleString("en")} failed.
              </p>
              <LineChart
                label="Passed results by day"
                columns={["Day", "Passed", "Runs evaluated", "Failed"]}
                points={days.map((day) => ({
                  label: dayName.format(new Date(day.day)),
                  value: day.total === 0 ? null : day.passed / day.total,
                  cells: [day.evaluated.toLocaleString("en"), day.with_issues.toLocaleString("en")],
                }))}
              />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function sumOf(days: readonly EvalDay[], field: "evaluated" | "with_issues" | "passed" | "total"): number {
  return days.reduce((sum, day) => sum + day[field], 0);
}
