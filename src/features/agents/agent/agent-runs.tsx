import { runState } from "#api/states/run-states.ts";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useRule } from "#api/roles.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import type { RunRow, RunWait } from "#contract/runs/run.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { Duration } from "#ui/duration.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { FreshChip } from "#ui/fresh-chip.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { RowWaits } from "#ui/waits.tsx";
import { useSteadyRows } from "#ui/use-steady-rows.ts";

const shown = 50;
interface WaitingRow extends RunRow {
  readonly wait: RunWait | undefined;
}
const idOf = (row: RunRow) => row.id;

const columns: readonly Column<WaitingRow>[] = [
  {
    id: "title",
    header: "Run",
    cell: (row) => (
      <>
        <span className="me-2 text-ink-3">{row.run_number}</span>
        {row.title}
        {row.wait ? (
          <span className="ms-3 text-xs font-normal text-ink-3 max-sm:hidden">
            <RowWaits wait={row.wait} />
          </span>
        ) : null}
      </>
    ),
    beneath: (row) => (
      <>
        <Status {...runState(row)} brief /> ·{" "}
        {row.wait ? (
          <>
            <RowWaits wait={row.wait} /> ·{" "}
          </>
        ) : null}
        <Time at={row.created_at} />
      </>
    ),
  },
  { id: "status", header: "Status", width: "136px", from: "sm", cell: (row) => <Status {...runState(row)} brief /> },
  {
    id: "duration",
    header: "Duration",
    width: "110px",
    align: "end",
    from: "md",
    cell: (row) => <Duration from={row.started_at} to={row.completed_at ?? undefined} />,
  },
  { id: "when", header: "Started", width: "100px", align: "end", from: "sm", cell: (row) => <Time at={row.created_at} /> },
];

/** The latest runs of an agent. */
export function AgentRuns({ teamId, agent: { id: agentId } }: AgentTabProps) {
  const manages = useRule(seesAllRuns);
  const runs = useQuery(read(listTeamRuns, { params: { teamId }, query: { agent_id: agentId, limit: shown } }));
  const whole = runs.data !== undefined && runs.data.total <= runs.data.data.length;
  const list = useSteadyRows(runs.data?.data, idOf, agentId, { whole });
  const waits = new Map(runs.data?.waits.map((wait) => [wait.run_id, wait]));
  return (
    <Loaded query={runs} what="the runs of this agent">
      {({ total }) =>
        list.rows.length === 0 ? (
          <EmptyState icon={Play} title="No runs yet">
            A run is one piece of work by this agent. {manages ? "Start a run and it appears here." : "You see the runs that you started."}
          </EmptyState>
        ) : (
          <div className="relative flex min-h-0 flex-1 flex-col">
            <FreshChip count={list.added} gone={list.gone.size} onShow={list.show} />
            <Table
              label="Runs of this agent"
              rows={list.rows.map((row): WaitingRow => ({ ...row, wait: waits.get(row.id) }))}
              rowId={idOf}
              rowLink={(row) => pathTo("/t/$teamId/runs/$runId", { teamId, runId: row.id })}
              columns={columns}
              gone={list.gone}
              total={total}
            />
            <p className="flex shrink-0 flex-wrap gap-x-4 border-t border-line px-3 py-1.5 text-sm text-ink-2 md:px-5">
              <span className="me-auto">
                {total > shown ? `The latest ${shown} of ${total.toLocaleString("en")}` : `${total.toLocaleString("en")} in all`}
                {manages ? "" : ", those that you started"}
              </span>
              <AnyLink link={pathTo("/t/$teamId/runs", { teamId }, { agent: agentId })} className="text-accent-ink hover:underline">
                All runs of this agent
              </AnyLink>
            </p>
          </div>
        )
      }
    </Loaded>
  );
}
