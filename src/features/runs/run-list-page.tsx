import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { exportFields, readExport } from "#api/list-export.ts";
import { useRule } from "#api/roles.ts";
import { exportRuns } from "#contract/runs/run-export.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { useSession } from "#api/session.ts";
import { ColumnMenu, shownColumns } from "#ui/column-menu.tsx";
import { type ExportChoice, ExportMenu } from "#ui/export-menu.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { RunningJobs } from "./jobs/running-jobs.tsx";
import { membersRead, runFilters } from "./queries.ts";
import { runColumns } from "./run-columns.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import type { RunSearch } from "./run-search.ts";
import { useEntryKey } from "#ui/use-entry-state.ts";
import { useExport } from "#ui/use-export.ts";
import { useRunRows } from "./use-run-rows.ts";

const route = getRouteApi("/_app/t/$teamId/runs/");

interface RunListPageProps {
  /** The button that starts a run; agents are another area. */
  start: (teamId: string) => ReactNode;
  /** The saved views, which every list has. */
  views: (teamId: string, search: RunSearch) => ReactNode;
}

export function RunListPage({ start, views }: RunListPageProps) {
  const { teamId } = route.useParams();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { user } = useSession();
  const seesAll = useRule(seesAllRuns);
  const scope = { teamId, filters, me: user.id };
  const list = useRunRows(scope, useEntryKey());
  const members = useQuery({ ...membersRead(teamId), enabled: seesAll });
  const names = new Map<string, string>(members.data?.members.map((member) => [member.id, member.name ?? member.email]));
  names.set(user.id, user.name ?? user.email);
  const nameOf = (id: string) => names.get(id);
  const filter = (search: RunSearch) => void navigate({ search, replace: true });
  const exporting = useExport<ExportChoice>({
    read: (choice, reading) =>
      readExport(exportRuns, { params: { teamId }, body: { ...runFilters(scope), ...exportFields(exportRuns.exports, choice) } }, reading),
    total: list.total,
    words: ["run", "runs"],
  });
  const chosen = useHiddenColumns(teamId, "runs");
  const columns = runColumns({
    nameOf: seesAll ? nameOf : undefined,
    order: filters.order ?? "desc",
    onSort: () => filter(turned(filters)),
    gone: list.gone,
  });

  const visible = shownColumns(columns, chosen);
  usePageActions([{ id: "attention", label: "Show runs that need attention", run: () => filter({ status: "needs_attention" }) }]);
  return (
    <Page title="Runs" actions={start(teamId)}>
      <Toolbar
        label="Filter"
        end={
          <>
            <span role="status" className="text-sm text-ink-2">
              {list.query.data ? countOf(list.total) : ""}
            </span>
            <ColumnMenu columns={columns} {...chosen} />
            <ExportMenu exporting={exporting} shown={visible.map(({ id }) => id)} />
          </>
        }
      >
        {views(teamId, filters)}
        <RunFilters teamId={teamId} filters={filters} onChange={filter} seesAll={seesAll} />
      </Toolbar>
      <RunningJobs teamId={teamId} kinds={["agent_moved"]} />
      <Loaded query={list.query} what="the runs of this team" needs="Member">
        {() => <RunTable scope={scope} list={list} columns={visible} onFilter={filter} />}
      </Loaded>
    </Page>
  );
}

function turned({ order, ...rest }: RunSearch): RunSearch {
  return order ? rest : { ...rest, order: "asc" };
}

function countOf(total: number): string {
  return `${total.toLocaleString("en")} ${total === 1 ? "run" : "runs"}`;
}
