import { pathTo } from "#api/path-to.ts";
import type { FailingAgent } from "#contract/teams/insights.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { percentOf } from "#ui/percent.ts";
import type { WindowSpan } from "./insights-search.ts";

/** From this share of an agent's runs on, its failures stand out. */
const manyFailed = 0.03;

/** The agents with most failed runs, each with the list of these. */
export function MostFailures({ agents, since }: { agents: readonly FailingAgent[]; since: WindowSpan }) {
  const most = Math.max(1, ...agents.map(({ failed_runs }) => failed_runs));
  return (
    <ChartBlock title="Most failures" note="failed runs, share of all">
      {agents.length === 0 ? (
        <p className="py-1 text-sm text-ink-2">No run failed.</p>
      ) : (
        <ul aria-label="Most failures">
          {agents.map(({ agent_id, agent_name, team_id, team_name, failed_runs, total_runs }) => {
            const share = failed_runs / total_runs;
            const often = share > manyFailed;
            return (
              <li key={`${team_id} ${agent_id}`} className="border-b border-line text-sm last:border-b-0">
                <AnyLink
                  link={pathTo("/t/$teamId/runs", { teamId: team_id }, { agent: agent_id, status: "failed", since })}
                  className="flex min-h-8 items-center gap-3 py-1 hover:underline"
                >
                  <span className="min-w-0 flex-1 truncate">
                    {agent_name} <span className="text-ink-3">{team_name}</span>
                  </span>
                  <span aria-hidden className="h-2 w-16 shrink-0">
                    <span
                      className={cx(
                        "block h-full min-w-1 rounded-[2px]",
                        often ? "bg-chart-failed" : "border-e-[1.5px] border-chart-edge bg-chart-pale",
                      )}
                      style={{ width: `${(failed_runs / most) * 100}%` }}
                    />
                  </span>
                  <span className="w-10 shrink-0 text-end tabular-nums">{failed_runs.toLocaleString("en")}</span>
                  <span className={cx("w-14 shrink-0 text-end text-xs tabular-nums", often ? "text-failed" : "text-ink-2")}>
                    {percentOf(share)}
                  </span>
                </AnyLink>
              </li>
            );
          })}
        </ul>
      )}
    </ChartBlock>
  );
}
