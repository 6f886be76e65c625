import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowUp, Bot, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Pager } from "#ui/pager.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Table } from "#ui/table.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { agentColumns } from "./agent-columns.tsx";
import { PinSelection } from "./pin-selection.tsx";
import { agentsPerPage, agentsRead } from "./queries.ts";
import { useSteadyRows } from "./steady-rows.ts";
import { usePin } from "./use-pin.ts";

const route = getRouteApi("/_app/t/$teamId/agents/");

export function AgentList() {
  const { teamId } = route.useParams();
  const { search, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const go = useGo();
  const builds = useMay("team:builder");
  const agents = useQuery(agentsRead(teamId, { ...(search ? { search } : {}), offset }));
  const list = useSteadyRows(agents.data?.agents, idOf, `${agents.data?.offset}:${search ?? ""}:${agents.isPlaceholderData}`);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pin = usePin();

  const newAgent = `/t/${teamId}/agents/new`;
  const create = { keys: "c", label: "New agent", run: () => go(newAgent) };
  usePageActions(builds ? [{ id: "new-agent", icon: Plus, ...create }] : []);
  useShortcuts("Agents", builds ? [create] : []);
  const newButton = (
    <LinkButton link={newAgent} tone="primary" icon={Plus}>
      New agent
    </LinkButton>
  );
  // Then the empty page has the button.
  const none = agents.data?.total === 0 && !search;
  const pageLink = (to: number) => ({
    to: "/t/$teamId/agents",
    params: { teamId },
    search: { ...(search ? { search } : {}), ...(to > 0 ? { offset: to } : {}) },
  });

  return (
    <Page title="Agents" actions={builds && !none ? newButton : null}>
      <Toolbar
        label="Filter"
        end={
          list.added > 0 || list.moved ? (
            <Button size="sm" icon={ArrowUp} onClick={list.show}>
              {list.added > 0 ? `${list.added} new` : "New order"}
            </Button>
          ) : null
        }
      >
        <SearchBox
          label="Search agents"
          value={search ?? ""}
          onSearch={(text) => void navigate({ search: text === "" ? {} : { search: text }, replace: true })}
        />
        <PinSelection rows={list.rows} selected={selected} onChange={setSelected} pin={pin} />
      </Toolbar>
      <Loaded query={agents} what="the agents of this team" needs="Member">
        {({ total }) =>
          total === 0 && search ? (
            <EmptyState
              icon={SearchX}
              title="No agent fits"
              action={<Button onClick={() => void navigate({ search: {} })}>Clear the search</Button>}
            >
              No agent of this team has “{search}” in its name.
            </EmptyState>
          ) : total === 0 ? (
            <EmptyState icon={Bot} title="No agents yet" action={builds ? newButton : null}>
              An agent does one kind of work: it follows instructions that you write, or runs a Python program.
              {builds ? null : " Builders and above create agents."}
            </EmptyState>
          ) : (
            <>
              <Table
                label="Agents"
                rows={list.rows}
                rowId={idOf}
                rowLink={(row) => `/t/${teamId}/agents/${row.id}`}
                columns={agentColumns((id, pinned) => void pin(id, pinned).then(list.show))}
                selection={{ ids: selected, onChange: setSelected }}
                total={total}
                offset={offset}
              />
              <Pager offset={offset} limit={agentsPerPage} total={total} link={pageLink} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function idOf(row: AgentRow): string {
  return row.id;
}
