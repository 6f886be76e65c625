import type { UseQueryResult } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import { scheduleSource } from "#contract/runs/run.ts";
import { exportOrgInsights, type getOrgInsightsMetrics, type TeamMetrics } from "#contract/teams/insights.ts";
import { arranged, insightsColumns, insightsList, successOf } from "#contract/teams/insights-list.ts";
import { requestOf } from "#api/list-request.ts";
import { ListBar } from "#lists/list-bar.tsx";
import { columnsOf, type Cells } from "#lists/list-columns.ts";
import { orderIn } from "#lists/list-order.ts";
import { cleared, soughtInWords } from "#lists/list-words.ts";
import { manyFailed } from "#ui/chart/many-failed.ts";
import { Spark } from "#ui/chart/spark.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { percentOf } from "#ui/percent.ts";
import { Table } from "#ui/table.tsx";
import { changeOf, failsOften } from "./comparison.ts";
import type { Window } from "./insights-reads.ts";
import type { InsightsSearch, WindowSpan } from "./insights-search.ts";

interface TeamFiguresProps {
  orgId: string;
  query: UseQueryResult<Reply<typeof getOrgInsightsMetrics>>;
  window: Window;
  span: WindowSpan;
  search: InsightsSearch;
  /** What they came to in the window before; undefined where there is nothing to compare with. */
  before: readonly TeamMetrics[] | undefined;
  onSearch: (search: InsightsSearch, step?: { replace: boolean }) => void;
}

/** What each team comes to; a figure leads to the runs that it counts. */
export function TeamFigures({ orgId, query, window, span, search, before, onSearch }: TeamFiguresProps) {
  const { last, by, split, ...narrowed } = search;
  const place = { ...(last && { last }), ...(by && { by }), ...(split && { split }) };
  const go = (next: InsightsSearch, step?: { replace: boolean }) => onSearch({ ...place, ...next }, step);
  const { by: column, order } = orderIn(insightsList, narrowed);
  const sort = insightsList.sorts.by[column as keyof typeof insightsList.sorts.by].as;
  const asked = { ...requestOf(insightsList, narrowed), sort, order };
  const rows = query.data && arranged(query.data.teams, asked);
  const columns = columnsOf({
    list: insightsList,
    columns: insightsColumns,
    cells: cellsOf(span, before),
    beneath: lineOf,
    search: narrowed,
    onSearch: go,
  });
  return (
    <section>
      <h2 className="px-3 pb-1 font-semibold md:px-5">Teams</h2>
      <ListBar
        teamId={orgId}
        list={insightsList}
        search={narrowed}
        onSearch={go}
        columns={columns}
        total={rows?.length}
        none={rows?.length === 0}
        file={{ endpoint: exportOrgInsights, params: { orgId }, body: { ...window, ...asked } }}
      />
      <Loaded query={{ ...query, data: rows }} what="the figures of the teams" needs="Administrator of the organization">
        {(teams) =>
          teams.length === 0 ? (
            <NoMatch what="teams" onClear={() => go(cleared(insightsList, narrowed))}>
              Filters: {soughtInWords(insightsList, narrowed)}
            </NoMatch>
          ) : (
            <Table label="Teams" rows={teams} rowId={({ team_id }) => team_id} columns={columns} />
          )
        }
      </Loaded>
    </section>
  );
}

function cellsOf(since: WindowSpan, before: readonly TeamMetrics[] | undefined): Cells<typeof insightsColumns, TeamMetrics> {
  const runs = (search: object) => (team: TeamMetrics, value: number) =>
    value === 0 ? (
      <span className="text-ink-3">–</span>
    ) : (
      <AnyLink link={pathTo("/t/$teamId/runs", { teamId: team.team_id }, search)} className="rounded-sm hover:underline">
        {value.toLocaleString("en")}
      </AnyLink>
    );
  const [all, failed, jobs] = [runs({ since }), runs({ since, status: "failed" }), runs({ since, source: scheduleSource })];
  const former = new Map(before?.map((team) => [team.team_id, team.total_runs]));
  return {
    team: (team) => (
      <AnyLink link={pathTo("/t/$teamId", { teamId: team.team_id })} className="truncate font-medium hover:underline">
        {team.team_name}
      </AnyLink>
    ),
    usage: ({ runs_by_period = [], failed_by_period = [], total_runs, failed_runs }) => (
      <Spark
        label={`${total_runs.toLocaleString("en")} runs over time, ${failed_runs.toLocaleString("en")} failed`}
        columns={runs_by_period.map((value, at) => ({ value, marked: manyFailed(value, failed_by_period[at] ?? 0) }))}
      />
    ),
    runs: (team) => all(team, team.total_runs),
    change: before
      ? ({ team_id, total_runs }) => changeOf(total_runs, former.get(team_id) ?? 0) ?? <span className="text-ink-3">–</span>
      : null,
    success: (team) => {
      const share = successOf(team);
      return <span className={failsOften(team) ? "text-failed" : ""}>{share === null ? "–" : percentOf(share)}</span>;
    },
    failed: (team) => <span className={failsOften(team) ? "text-failed" : ""}>{failed(team, team.failed_runs)}</span>,
    jobs: (team) => jobs(team, team.total_jobs),
    agents: ({ assignment_count }) => assignment_count.toLocaleString("en"),
    schedules: ({ scheduled_job_count }) => scheduled_job_count.toLocaleString("en"),
    members: ({ member_count }) => member_count.toLocaleString("en"),
  };
}

/** All that a phone says of a team beside its runs. */
function lineOf(team: TeamMetrics): string {
  const share = successOf(team);
  return `${share === null ? "No run has ended" : `${percentOf(share)} success`}, ${team.failed_runs.toLocaleString("en")} failed`;
}
