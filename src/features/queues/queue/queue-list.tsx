import { caseStates } from "#api/states/case-states.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Layers, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { exportFields, readExport } from "#api/list-export.ts";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { useSampleComing } from "#api/sample.ts";
import { type CaseCounts, casesIn, type DisplayStatus } from "#contract/queues/case.ts";
import { exportQueues } from "#contract/queues/queue-export.ts";
import { createQueue, type Queue } from "#contract/queues/queues.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { queuesPerPage, queuesRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { ColumnMenu, shownColumns } from "#ui/column-menu.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { type ExportChoice, ExportMenu } from "#ui/export-menu.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Pager } from "#ui/pager.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { SteadyTable } from "#ui/steady-table.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { useExport } from "#ui/use-export.ts";
import { NewQueue } from "./new-queue.tsx";

const route = getRouteApi("/_app/t/$teamId/queues/");

interface QueueListProps {
  /** Jobs that go on with what was here; runs are another area. */
  running: ReactNode;
  /** The saved views, which every list has. */
  views: ReactNode;
}

export function QueueList({ running, views }: QueueListProps) {
  const { teamId } = route.useParams();
  const { search, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const manages = useMay(createQueue);
  const queues = useQuery(queuesRead(teamId, { ...(search ? { search } : {}), offset }));
  // Those of the sample workspace are shown as they come.
  const coming = useSampleComing(teamId);
  const [making, setMaking] = useState(false);
  const chosen = useHiddenColumns(teamId, "queues");
  const visible = shownColumns(columns, chosen);
  const exporting = useExport<ExportChoice>({
    read: (choice, reading) => {
      const body = { ...(search ? { search } : {}), ...exportFields(exportQueues.exports, choice) };
      return readExport(exportQueues, { params: { teamId }, body }, reading);
    },
    total: queues.data?.total ?? 0,
    words: ["queue", "queues"],
  });
  const create = { keys: "c", label: "New queue", run: () => setMaking(true) };
  usePageActions(manages ? [{ id: "new-queue", icon: Plus, ...create }] : []);
  useShortcuts("Queues", manages ? [create] : []);
  const newButton = manages ? (
    <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
      New queue
    </Button>
  ) : null;
  const pageLink = (to: number) => ({
    to: "/t/$teamId/queues",
    params: { teamId },
    search: { ...(search ? { search } : {}), ...(to > 0 ? { offset: to } : {}) },
  });
  return (
    // An empty list offers it itself.
    <Page title="Queues" actions={queues.data?.total === 0 && !search ? null : newButton}>
      {running}
      <Toolbar
        label="Filter"
        end={
          <>
            <ColumnMenu columns={columns} {...chosen} />
            <ExportMenu exporting={exporting} shown={visible.map(({ id }) => id)} />
          </>
        }
      >
        {views}
        <SearchBox
          label="Search queues"
          value={search ?? ""}
          onSearch={(text, step) => void navigate({ search: text === "" ? {} : { search: text }, ...step })}
        />
      </Toolbar>
      <Loaded query={queues} what="the queues of this team" needs="Member">
        {({ queues: rows, total }) =>
          total === 0 && search ? (
            <NoMatch what="queues" onClear={() => void navigate({ search: {} })}>
              No queue of this team has “{search}” in its name.
            </NoMatch>
          ) : total === 0 ? (
            <EmptyState icon={Layers} title="No queues yet" action={newButton}>
              A queue holds cases of one kind until an agent handles them. Some agents add cases, others handle them.
              {manages ? null : " Managers and above can create queues."}
            </EmptyState>
          ) : (
            <>
              <SteadyTable
                label="Queues"
                view={`${offset}:${search ?? ""}:${queues.isPlaceholderData}:${coming ? total : ""}`}
                rows={rows}
                rowId={(row) => row.id}
                rowLink={(row) => pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: row.id })}
                columns={visible}
                total={total}
                offset={offset}
              />
              <Pager offset={offset} limit={queuesPerPage} total={total} link={pageLink} />
            </>
          )
        }
      </Loaded>
      <NewQueue open={making} onClose={() => setMaking(false)} teamId={teamId} />
    </Page>
  );
}

const counted = (status: DisplayStatus, width: string, from: "sm" | "lg"): Column<Queue> => ({
  id: status,
  header: caseStates[status].word,
  width,
  align: "end",
  from,
  cell: ({ case_counts: n }) => <span className={n[status] === 0 ? "text-ink-3" : ""}>{n[status].toLocaleString("en")}</span>,
});

const columns: readonly Column<Queue>[] = [
  {
    id: "name",
    header: "Name",
    width: "clamp(180px, 16vw, 360px)",
    wrap: true,
    cell: (row) => (
      <>
        <span className="block truncate">{row.name}</span>
        <span className="block font-normal text-pretty whitespace-normal text-ink-2 sm:hidden">{inShort(row.case_counts)}</span>
      </>
    ),
  },
  {
    id: "description",
    header: "Description",
    from: "lg",
    cell: (row) => <span className="block truncate text-ink-2">{row.description ?? ""}</span>,
  },
  {
    id: "all",
    header: "Cases",
    width: "72px",
    align: "end",
    from: "sm",
    cell: ({ case_counts }) => casesIn(case_counts).toLocaleString("en"),
  },
  // Every state from a wide screen on: a row adds up to its cases.
  counted("pending", "80px", "sm"),
  counted("in_progress", "92px", "lg"),
  counted("needs_input", "96px", "sm"),
  counted("postponed", "92px", "lg"),
  counted("completed", "92px", "lg"),
  counted("failed", "68px", "sm"),
  counted("canceled", "84px", "lg"),
  { id: "created", header: "Created", width: "88px", align: "end", from: "sm", cell: (row) => <Time at={row.created_at} /> },
];

/** The numbers where there is no room for columns: how many in all, then those that wait for a person, then the others. */
function inShort(counts: CaseCounts): string {
  const words = (["needs_input", "failed", "pending", "in_progress", "postponed", "completed", "canceled"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status].toLocaleString("en")} ${caseStates[status].word.toLowerCase()}`);
  const all = casesIn(counts);
  return all === 0 ? "No cases" : [casesInWords(all), ...words].join(" · ");
}
