import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { requestOf } from "#api/list-request.ts";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { agentColumns, exportAgents } from "#contract/agents/agent-export.ts";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import { agentList } from "#contract/agents/agent-list.ts";
import type { HealthGroup } from "#contract/agents/agent-health.ts";
import type { AgentRow, listAgents } from "#contract/agents/agents.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { usePin } from "#features/agents/agent/use-pin.ts";
import { agentsPerPage } from "#features/agents/queries.ts";
import type { Paged } from "#lists/list-search.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { ChartLegend } from "#ui/chart/chart-legend.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { problemOf } from "#ui/problem.ts";
import { useSteadyGroups } from "#ui/use-steady-groups.ts";
import { agentCells, agentLine, agentPurpose } from "./agent-cells.tsx";
import { listFiguresRead } from "./list-figures.ts";
import { MoveSelection } from "./move-selection.tsx";
import { PinSelection } from "./pin-selection.tsx";

interface AgentTableProps {
  teamId: string;
  query: UseQueryResult<Reply<typeof listAgents>>;
  search: SearchOf<typeof agentList> & Paged;
  /** Setting up the sample workspace: its agents are shown as they come. */
  filling: boolean;
  /** Where the selected agents can go. */
  folders: readonly AgentFolderRow[];
  /** Behind the filters. */
  before: ReactNode;
  /** In place of a table without rows. */
  empty: ReactNode;
}

/** A page of agents, grouped by how they are, with what can be done with those that are selected. */
export function AgentTable({ teamId, query, search, filling, folders, before, empty }: AgentTableProps) {
  const rowsOf = ({ agents }: Reply<typeof listAgents>) => agents;
  const pages = usePages({ search, query, rowsOf, limit: agentsPerPage, coming: filling });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pin = usePin();
  const steady = useSteadyGroups(pages.list, pages.idOf, groupOf, pages.view);
  const { rows, show, expect } = steady.list;
  const seesAll = useRule(seesAllRuns);
  const counted = useQuery(listFiguresRead(teamId, ownZone(), rows.map(pages.idOf)));
  const fault = counted.data?.fault ?? (counted.error && !counted.data ? problemOf(counted.error).message : undefined);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PagedList
        {...{ teamId, query, search, empty }}
        pages={{ ...pages, list: steady.list }}
        list={agentList}
        columns={agentColumns}
        to="/t/$teamId/agents"
        beneath={(row) => agentLine(teamId, row)}
        under={agentPurpose}
        cells={agentCells({
          teamId,
          // Without an answer nothing is claimed of any: the sentence above says so.
          figures: counted.data?.agents,
          onPin: (id, pinned) => void pin(id, pinned).then(show),
        })}
        groups={{ of: steady.of, head: headsOf(query.data?.health, seesAll) }}
        rowLink={(row) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: row.id })}
        selection={{ ids: selected, onChange: setSelected }}
        file={{ endpoint: exportAgents, params: { teamId }, body: { health: "any", ...requestOf(agentList, search) } }}
        atEnd={<ChartLegend entries={legend} className="max-lg:hidden" />}
        beside={
          <>
            {before}
            <PinSelection rows={rows} selected={selected} onChange={setSelected} pin={pin} />
            <MoveSelection
              teamId={teamId}
              folders={folders}
              agents={rows.filter(({ id }) => selected.has(id))}
              onMoved={() => {
                expect(selected);
                setSelected(new Set());
              }}
            />
            {fault ? (
              <p role="alert" className="text-sm text-failed">
                The runs could not be counted: {fault}
              </p>
            ) : null}
          </>
        }
      />
    </div>
  );
}

const legend = [
  { name: "Runs", tone: "mid" },
  { name: "Failed", tone: "failed" },
] as const;

function groupOf({ health }: AgentRow): HealthGroup {
  return health?.group ?? "healthy";
}

const headsOf = (counts: Reply<typeof listAgents>["health"] | undefined, seesAll: boolean) =>
  function head(group: string): ReactNode {
    const name = group as HealthGroup;
    return (
      <>
        {name === "idle" && !seesAll ? "No runs of yours in 30 days" : agentList.filters.health.options[name]}
        {counts ? <span className="ms-2 font-normal text-ink-3 tabular-nums">{counts[name].toLocaleString("en")}</span> : null}
      </>
    );
  };
