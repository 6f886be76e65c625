import { useQuery } from "@tanstack/react-query";
import { useMay } from "#api/roles.ts";
import { type Connection, createConnection } from "#contract/connections/connections.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import type { Integration } from "#contract/connections/integrations.ts";
import type { NewUse } from "./new-use.ts";
import { ConnectionFields } from "./connection-fields.tsx";
import { storedHeaders } from "./header-rows.ts";
import { connectionHeadersRead, integrationsRead } from "./queries.ts";

interface ConnectionDialogProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  /** Absent: a further one. */
  connection?: Connection | undefined;
  /** Where a further one is used. */
  use?: NewUse | undefined;
}

export function ConnectionDialog({ open, ...rest }: ConnectionDialogProps) {
  const { connection, onClose } = rest;
  const mayShare = useMay(createConnection, { user_id: null });
  return (
    <Dialog open={open} onClose={onClose} size="md" title={connection ? `Edit ${connection.name}` : "New connection"}>
      {connection ? <Stored {...rest} connection={connection} mayShare={mayShare} /> : <New {...rest} mayShare={mayShare} />}
    </Dialog>
  );
}

type FormProps = Omit<ConnectionDialogProps, "open"> & { mayShare: boolean };

/** The team's own, then those of the catalog that people sign in to: first those that they can. */
function inOrder(integrations: readonly Integration[]): Integration[] {
  const own = integrations.filter(({ custom_integration_id: id }) => id !== null);
  const native = Map.groupBy(
    integrations.filter(({ oauth_provider_key: key }) => key !== null),
    ({ oauth_ready }) => oauth_ready === true,
  );
  return [...own, ...(native.get(true) ?? []), ...(native.get(false) ?? [])];
}

/** What can be chosen stands in the form, so it waits for it. */
function New(props: FormProps) {
  return (
    <Loaded query={useQuery(integrationsRead(props.teamId))} what="the integrations of this team">
      {({ integrations }) => <ConnectionFields {...props} stored={[]} integrations={inOrder(integrations)} />}
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
