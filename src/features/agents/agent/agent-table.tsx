import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useHiddenColumns } from "#api/list-columns.ts";
import { exportFields, readExport } from "#api/list-export.ts";
import { pathTo } from "#api/path-to.ts";
import { exportAgents } from "#contract/agents/agent-export.ts";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import type { AgentRow, listAgents } from "#contract/agents/agents.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { FolderChoice } from "#features/agents/folders/folder-tree.ts";
import { Button } from "#ui/button.tsx";
import { ColumnMenu, shownColumns } from "#ui/column-menu.tsx";
import { type ExportChoice, ExportMenu } from "#ui/export-menu.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Table } from "#ui/table.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { useExport } from "#ui/use-export.ts";
import { useSteadyRows } from "#ui/use-steady-rows.ts";
import { agentColumns } from "./agent-columns.tsx";
import { MoveSelection } from "./move-selection.tsx";
import { PinSelection } from "./pin-selection.tsx";
import { usePin } from "./use-pin.ts";

interface AgentTableProps {
  teamId: string;
  query: UseQueryResult<Reply<typeof listAgents>>;
  /** Setting up the sample workspace: its agents are shown as they come. */
  filling: boolean;
  /** The saved views. */
  views: ReactNode;
  search: string;
  folder: FolderChoice;
  onSearch: (text: string) => void;
  /** Where the selected agents can go. */
  folders: readonly AgentFolderRow[];
  /** In place of a table without rows. */
  empty: ReactNode;
  /** Under the table. */
  pager: ReactNode;
}

/** A page of agents, with what can be done with those that are selected. */
export function AgentTable({ teamId, query, filling, views, search, folder, onSearch, folders, empty, pager }: AgentTableProps) {
  const page = query.data;
  const list = useSteadyRows(page?.agents, idOf, `${page?.offset}:${search}:${query.isPlaceholderData}:${filling ? page?.total : ""}`);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pin = usePin();
  const chosen = useHiddenColumns(teamId, "agents");
  const columns = agentColumns((id, pinned) => void pin(id, pinned).then(list.show));
  const visible = shownColumns(columns, chosen);
  const exporting = useExport<ExportChoice>({
    read: (choice, reading) => {
      const filters = { ...(search ? { search } : {}), ...(folder ? { folder_id: folder } : {}) };
      return readExport(exportAgents, { params: { teamId }, body: { ...filters, ...exportFields(exportAgents.exports, choice) } }, reading);
    },
    total: page?.total ?? 0,
    words: ["agent", "agents"],
  });
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Toolbar
        label="Filter"
        end={
          <>
            {list.added > 0 || list.moved ? (
              <Button size="sm" icon={ArrowUp} onClick={list.show}>
                {list.added > 0 ? `${list.added} new` : "New order"}
              </Button>
            ) : null}
            <ColumnMenu columns={columns} {...chosen} />
            <ExportMenu exporting={exporting} shown={visible.map(({ id }) => id)} />
          </>
        }
      >
        {views}
        <SearchBox label="Search agents" value={search} onSearch={onSearch} />
        <PinSelection rows={list.rows} selected={selected} onChange={setSelected} pin={pin} />
        <MoveSelection
          teamId={teamId}
          folders={folders}
          agents={list.rows.filter(({ id }) => selected.has(id))}
          onMoved={() => setSelected(new Set())}
        />
      </Toolbar>
      <Loaded query={query} what="the agents of this team" needs="Member">
        {({ total, offset }) =>
          total === 0 ? (
            empty
          ) : (
            <>
              <Table
                label="Agents"
                rows={list.rows}
                rowId={idOf}
                rowLink={(row) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: row.id })}
                columns={visible}
                selection={{ ids: selected, onChange: setSelected }}
                total={total}
                offset={offset}
              />
              {pager}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function idOf(row: AgentRow): string {
  return row.id;
}
