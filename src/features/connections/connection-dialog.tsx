import { useQuery } from "@tanstack/react-query";
import { useMay } from "#api/roles.ts";
import { type Connection, createConnection } from "#contract/connections/connections.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ConnectionFields } from "./connection-fields.tsx";
import { storedHeaders } from "./connection-form.ts";
import { needsSignIn, stateOf } from "./connection-words.ts";
import { CredentialUses } from "./credential-uses.tsx";
import { Reconnect } from "./reconnect.tsx";
import { connectionHeadersRead, connectionUsesRead, integrationsRead } from "./queries.ts";

interface ConnectionDialogProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  /** Absent: a further one. */
  connection?: Connection | undefined;
  onDelete: (connection: Connection) => void;
}

export function ConnectionDialog({ open, ...rest }: ConnectionDialogProps) {
  const { connection, teamId, onClose } = rest;
  const mayShare = useMay(createConnection, { user_id: null });
  return (
    <Dialog open={open} onClose={onClose} size="md" title={connection?.name ?? "New connection"}>
      {connection ? <About teamId={teamId} connection={connection} /> : null}
      {connection && connection.user_id === null && !mayShare ? (
        <p className="text-ink-2">It is shared with the team. Only Managers and above can change it.</p>
      ) : connection ? (
        <Stored {...rest} connection={connection} mayShare={mayShare} />
      ) : (
        <New {...rest} mayShare={mayShare} />
      )}
    </Dialog>
  );
}

function About({ teamId, connection }: { teamId: string; connection: Connection }) {
  const { look, word } = stateOf(connection);
  const mend = needsSignIn(connection) ? "Sign in again to use it." : "Enter its headers to use it again.";
  return (
    <>
      {look === "live" ? null : (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-waiting px-3 py-2 text-sm">
          <p className="min-w-0 flex-1 basis-48">
            <span className="font-medium">{word}.</span> {mend}
          </p>
          <Reconnect connection={connection} />
        </div>
      )}
      <CredentialUses
        teamId={teamId}
        query={useQuery(connectionUsesRead(connection.id))}
        tab={{ value: "connections", label: "Connections" }}
      />
    </>
  );
}

type FormProps = Omit<ConnectionDialogProps, "open"> & { mayShare: boolean };

/** What can be chosen stands in the form, so it waits for it. */
function New(props: FormProps) {
  return (
    <Loaded query={useQuery(integrationsRead(props.teamId))} what="the integrations of this team">
      {({ integrations }) => (
        <ConnectionFields {...props} stored={[]} integrations={integrations.filter(({ custom_integration_id: id }) => id !== null)} />
      )}
    </Loaded>
  );
}

/** Values that are not secret stand in the form, so it waits for them. */
function Stored(props: FormProps & { connection: Connection }) {
  const query = useQuery(connectionHeadersRead(props.connection.id));
  return (
    <Loaded query={query} what="its headers">
      {({ headers, secret }) => <ConnectionFields {...props} integrations={[]} stored={storedHeaders(headers, secret)} />}
    </Loaded>
  );
}
