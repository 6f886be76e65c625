import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { spans } from "#contract/list.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { Panel, PanelEmpty, PanelLoaded, PanelRow } from "#ui/panel.tsx";
import { Time } from "#ui/time.tsx";
import { NumberedAgent } from "#features/runs/run-cells.tsx";
import { homeFilters, mostOnHome, runsOnHomeRead } from "./home-queries.ts";
import type { HomeSpan } from "./home-search.ts";

/** The newest runs that failed. */
export function HomeFailed({ teamId, last }: { teamId: string; last: HomeSpan }) {
  const filter = homeFilters(last).failed;
  const manages = useRule(seesAllRuns);
  const query = useQuery(runsOnHomeRead(teamId, filter));
  const total = query.data?.total ?? 0;
  const words = total > mostOnHome ? `All ${total.toLocaleString("en")}` : "Failed runs";
  const all = total > 0 ? { link: pathTo("/t/$teamId/runs", { teamId }, filter), words } : undefined;
  return (
    <Panel title="Failures" all={all}>
      <PanelLoaded query={query} what="the failed runs of this team" needs="Member">
        {({ data: runs }) =>
          runs.length === 0 ? (
            <PanelEmpty>
              No run {manages ? "" : "of yours "}of the {spans[last].toLowerCase()} failed.
            </PanelEmpty>
          ) : (
            <ul aria-label="Failed runs">
              {runs.map((run) => (
                <PanelRow
                  key={run.id}
                  link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id })}
                  title={run.title}
                  beside={<NumberedAgent run={run} />}
                  end={<Time at={run.completed_at ?? run.updated_at} />}
                />
              ))}
            </ul>
          )
        }
      </PanelLoaded>
    </Panel>
  );
}
