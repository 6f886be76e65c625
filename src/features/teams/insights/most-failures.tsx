import { pathTo } from "#api/path-to.ts";
import type { FailingAgent } from "#contract/teams/insights.ts";
import { BarRows } from "#ui/chart/bar-rows.tsx";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { mostFailures } from "#ui/chart/many-failed.ts";
import { percentOf } from "#ui/percent.ts";
import type { WindowSpan } from "./insights-search.ts";

/** The agents with most failed runs, each with the list of these. */
export function MostFailures({ agents, since }: { agents: readonly FailingAgent[]; since: WindowSpan }) {
  return (
    <ChartBlock title="Most failures" note="failed runs, share of all">
      {agents.length === 0 ? (
        <p className="py-1 text-sm text-ink-2">No run failed.</p>
      ) : (
        <BarRows
          label="Most failures"
          rows={agents.map(({ agent_id, agent_name, team_id, team_name, failed_runs, total_runs }) => ({
            key: `${team_id} ${agent_id}`,
            name: (
              <span className="block truncate">
                {agent_name} <span className="text-ink-3">{team_name}</span>
              </span>
            ),
            count: failed_runs,
            loud: failed_runs / total_runs > mostFailures,
            note: percentOf(failed_runs / total_runs),
            link: pathTo("/t/$teamId/runs", { teamId: team_id }, { agent: agent_id, status: "failed", since }),
          }))}
        />
      )}
    </ChartBlock>
  );
}
