import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { isMailbox, signavioType } from "#contract/connections/connection-words.ts";
import { type Connection, updateConnection } from "#contract/connections/connections.ts";
import { LooksNotice } from "#lists/looks-notice.tsx";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { Split } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { ConnectionDialog } from "#features/connections/connection-dialog.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { ConnectionSide } from "./connection-side.tsx";
import { stateOf } from "#features/connections/connection-words.ts";
import { DeleteConnection } from "#features/connections/delete-connection.tsx";
import { connectionRead, connectionToolsRead } from "#features/connections/queries.ts";
import { MailboxUse } from "./mailbox-use.tsx";
import { SignavioUse } from "./signavio-use.tsx";
import { ConnectionTools } from "./connection-tools.tsx";

const route = getRouteApi("/_app/t/$teamId/connections/$connectionId");

/** One account at another service: whether it works, what agents get by it, and who uses it. */
export function ConnectionPage() {
  const { teamId, connectionId } = route.useParams();
  const query = useQuery(connectionRead(connectionId));
  if (query.data) return <Known key={connectionId} teamId={teamId} connection={query.data} />;
  return (
    <Page title="Connection" crumbs={crumbsIn(teamId)}>
      <Loaded query={query} what="this connection" needs="Member">
        {() => null}
      </Loaded>
    </Page>
  );
}

const crumbsIn = (teamId: string) => [{ label: "Connections", link: pathTo("/t/$teamId/connections", { teamId }) }];

function Known({ teamId, connection }: { teamId: string; connection: Connection }) {
  const may = useMay(updateConnection, connection);
  // Here its server is asked: what it said last counts at once.
  const listing = useQuery(connectionToolsRead(connection.id)).data;
  const state = stateOf(listing ? { ...connection, answers: listing.code !== "probe_failed" } : connection);
  const go = useGo();
  const [open, setOpen] = useState<"edit" | "delete">();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={connection.name}
      crumbs={crumbsIn(teamId)}
      meta={<Status {...state} />}
      actions={
        may ? (
          <>
            <Button tone="quiet" icon={Trash2} fold onClick={() => setOpen("delete")}>
              Delete
            </Button>
            <Button icon={Pencil} onClick={() => setOpen("edit")}>
              Edit
            </Button>
          </>
        ) : null
      }
    >
      <Split side={<ConnectionSide teamId={teamId} connection={connection} />}>
        <ScrollColumn width="rows" gap="md">
          <ConnectionNotice connection={connection} />
          {connection.looks ? <LooksNotice looks={connection.looks} /> : null}
          {isMailbox(connection.server_url) ? (
            <MailboxUse connectionId={connection.id} />
          ) : connection.type === signavioType ? (
            <SignavioUse connectionId={connection.id} />
          ) : (
            <ConnectionTools connection={connection} />
          )}
        </ScrollColumn>
      </Split>
      <ConnectionDialog open={open === "edit"} onClose={close} teamId={teamId} connection={connection} />
      <DeleteConnection
        connection={open === "delete" ? connection : undefined}
        onClose={close}
        onDone={() => go(pathTo("/t/$teamId/connections", { teamId }), { replace: true })}
      />
    </Page>
  );
}
