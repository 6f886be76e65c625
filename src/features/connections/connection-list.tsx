import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { connectionColumns } from "#contract/connections/connection-columns.ts";
import { connectionList } from "#contract/connections/connection-list.ts";
import type { Connection, listConnections } from "#contract/connections/connections.ts";
import type { Reply } from "#contract/endpoint.ts";
import { useNamedRow } from "#lists/named-row.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { GoneDialog } from "#ui/gone-dialog.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { ConnectionDialog } from "./connection-dialog.tsx";
import { leadsTo, ownerOf, stateOf, usedBy } from "./connection-words.ts";
import { ConnectionsTabs } from "./connections-tabs.tsx";
import { GrantedDrawer } from "./granted-drawer.tsx";
import { IntegrationList } from "./integration-list.tsx";
import { Reconnect } from "./reconnect.tsx";
import { GiveUpGrant } from "./give-up-grant.tsx";
import { connectionsPerPage, connectionsRead, listedConnectionRead } from "./queries.ts";

const route = getRouteApi("/_app/t/$teamId/connections/");

/** The accounts at other services that a person's runs may use: the team's and their own. */
export function ConnectionList() {
  const { teamId } = route.useParams();
  const { connection: shown, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(connectionsRead(teamId, search));
  const rowsOf = ({ integrations }: Reply<typeof listConnections>) => integrations;
  const pages = usePages({ search, query, rowsOf, limit: connectionsPerPage });
  const show = (connection?: "new") => void navigate({ search: { ...search, ...(connection && { connection }) } });
  const [givingUp, setGivingUp] = useState<Connection>();
  const { chosen, ...missing } = useNamedRow(shown, query.data?.integrations, (id) => listedConnectionRead(teamId, id), rowsOf);
  const start = { id: "new-connection", label: "New connection", icon: Plus, run: () => show("new") };
  usePageActions([start]);
  const add = (
    <Button tone="primary" icon={Plus} onClick={start.run}>
      New connection
    </Button>
  );
  if (chosen && chosen.granted_from === null)
    return <Navigate replace to="/t/$teamId/connections/$connectionId" params={{ teamId, connectionId: chosen.id }} />;
  return (
    <Page title="Connections" actions={query.data?.total === 0 && !search.search ? null : add}>
      <ConnectionsTabs teamId={teamId} value="connections" />
      {/* As high as its rows, so that what follows stands right below them; where there is no room it scrolls. */}
      <div className="flex min-h-0 flex-initial flex-col">
        <PagedList
          {...{ teamId, search, query, pages }}
          list={connectionList}
          columns={connectionColumns}
          to="/t/$teamId/connections"
          cells={cells}
          beneath={beneath}
          rowLink={({ id, granted_from }) =>
            granted_from
              ? pathTo("/t/$teamId/connections", { teamId }, { ...search, connection: id })
              : pathTo("/t/$teamId/connections/$connectionId", { teamId, connectionId: id })
          }
          empty={
            <EmptyState icon={Plug} title="No connections yet" action={add}>
              A connection is an account at another service, such as an MCP server, whose tools agents can use. What it signs in with is
              never shown again.
            </EmptyState>
          }
        />
      </div>
      {/* Where it stands follows from how many rows there are. */}
      {query.isPending ? null : <IntegrationList teamId={teamId} />}
      <ConnectionDialog open={shown === "new"} onClose={() => show()} teamId={teamId} />
      <GrantedDrawer
        connection={chosen}
        onClose={() => show()}
        onGiveUp={(connection) => {
          show();
          setGivingUp(connection);
        }}
      />
      <GoneDialog {...missing} title="Connection" onClose={() => show()} />
      <GiveUpGrant teamId={teamId} connection={givingUp} onClose={() => setGivingUp(undefined)} />
    </Page>
  );
}

const beneath = (row: Connection) => (
  <>
    <Status {...stateOf(row)} /> · {leadsTo(row)}
    {row.granted_from ? ` · ${ownerOf(row)}` : null}
  </>
);

const cells = {
  name: ({ name }: Connection) => <span className="truncate">{name}</span>,
  server: (row: Connection) => <span className="truncate">{leadsTo(row)}</span>,
  for: (row: Connection) => <span className="truncate">{ownerOf(row)}</span>,
  state: (row: Connection) => (
    <span className="flex items-center gap-3">
      <Status {...stateOf(row)} />
      {row.granted_from ? null : <Reconnect connection={row} className="relative z-1" />}
    </span>
  ),
  used: (row: Connection) => usedBy(row),
};
