import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { requestOf } from "#api/list-request.ts";
import { pathTo } from "#api/path-to.ts";
import { agentColumns, exportAgents } from "#contract/agents/agent-export.ts";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import { agentList } from "#contract/agents/agent-list.ts";
import type { listAgents } from "#contract/agents/agents.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { agentsPerPage, openReviewsRead } from "#features/agents/queries.ts";
import type { Paged } from "#lists/list-search.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { agentCells, agentLine } from "./agent-cells.tsx";
import { MoveSelection } from "./move-selection.tsx";
import { PinSelection } from "./pin-selection.tsx";
import { usePin } from "./use-pin.ts";

interface AgentTableProps {
  teamId: string;
  query: UseQueryResult<Reply<typeof listAgents>>;
  search: SearchOf<typeof agentList> & Paged;
  /** Setting up the sample workspace: its agents are shown as they come. */
  filling: boolean;
  /** Where the selected agents can go. */
  folders: readonly AgentFolderRow[];
  /** In place of a table without rows. */
  empty: ReactNode;
}

/** A page of agents, with what can be done with those that are selected. */
export function AgentTable({ teamId, query, search, filling, folders, empty }: AgentTableProps) {
  const rowsOf = ({ agents }: Reply<typeof listAgents>) => agents;
  const pages = usePages({ search, query, rowsOf, limit: agentsPerPage, coming: filling });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pin = usePin();
  const reviewed = new Set(useQuery(openReviewsRead(teamId)).data?.builder_runs.map(({ agent_id }) => agent_id));
  const { rows, show, expect } = pages.list;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PagedList
        {...{ teamId, query, search, pages, empty }}
        list={agentList}
        columns={agentColumns}
        to="/t/$teamId/agents"
        beneath={(row) => agentLine(row, reviewed.has(row.id))}
        cells={agentCells((id, pinned) => void pin(id, pinned).then(show), reviewed)}
        rowLink={(row) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: row.id })}
        selection={{ ids: selected, onChange: setSelected }}
        file={{ endpoint: exportAgents, params: { teamId }, body: requestOf(agentList, search) }}
        beside={
          <>
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
          </>
        }
      />
    </div>
  );
}
