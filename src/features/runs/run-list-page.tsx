import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import { failureNames } from "#contract/runs/failure-names.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { exportRuns, runColumns } from "#contract/runs/run-export.ts";
import { runList } from "#contract/runs/run-list.ts";
import { ListFrame } from "#lists/list-frame.tsx";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useEntryKey } from "#ui/use-entry-state.ts";
import { RunningJobs } from "./jobs/running-jobs.tsx";
import { NoRuns } from "./no-runs.tsx";
import { membersRead, runRequest } from "./queries.ts";
import { runCells, runLine } from "./run-cells.tsx";
import { RunTable } from "./run-table.tsx";
import { useRunRows } from "./use-run-rows.ts";

const route = getRouteApi("/_app/t/$teamId/runs/");
/** A stopped run has a status of its own. */
const { stopped: _, ...failures } = failureNames;

interface RunListPageProps {
  /** The button that starts a run; agents are another area. */
  start: (teamId: string) => ReactNode;
}

export function RunListPage({ start }: RunListPageProps) {
  const { teamId } = route.useParams();
  const filters = route.useSearch();
  const go = useGo();
  const { user } = useSession();
  const seesAll = useRule(seesAllRuns);
  const scope = { teamId, filters, me: user.id };
  const list = useRunRows(scope, useEntryKey());
  const members = useQuery({ ...membersRead(teamId), enabled: seesAll });
  const names = new Map<string, string>(members.data?.map((member) => [member.id, member.name ?? member.email]));
  names.set(user.id, user.name ?? user.email);
  const nameOf = (id: string) => names.get(id);
  const attention = pathTo("/t/$teamId/runs", { teamId }, { status: "needs_attention" });
  usePageActions([{ id: "attention", label: "Show runs that need attention", run: () => go(attention) }]);
  const show = list.fresh > 0 ? <Button onClick={() => void list.reload()}>Show {list.fresh} new</Button> : null;
  const mayFail = filters.failure ?? (filters.status === "failed" || filters.status === "needs_attention");
  return (
    <Page title="Runs" actions={start(teamId)}>
      <RunningJobs teamId={teamId} kinds={["agent_moved"]} />
      <ListFrame
        {...{ teamId, query: list.query }}
        list={runList}
        columns={runColumns}
        to="/t/$teamId/runs"
        search={filters}
        cells={runCells({ nameOf: seesAll ? nameOf : undefined, gone: list.gone })}
        beneath={(run) => runLine(run, list.gone)}
        total={list.query.data && list.total}
        none={list.rows.length === 0}
        file={{ endpoint: exportRuns, params: { teamId }, body: runRequest(scope) }}
        controls={{ failure: { options: failures, hidden: !mayFail }, who: { hidden: !seesAll } }}
        whenNone={show}
        empty={<NoRuns teamId={teamId} show={show} />}
      >
        {(columns) => <RunTable scope={scope} list={list} columns={columns} />}
      </ListFrame>
    </Page>
  );
}
