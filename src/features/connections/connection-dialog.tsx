import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type Connection, createConnection, updateConnection } from "#contract/connections/connections.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { changedConnectionOf, connectionSchema, type Header, newConnectionOf, storedHeaders } from "./connection-form.ts";
import { ConnectionHeaders } from "./connection-headers.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { stateOf } from "./connection-words.ts";
import { CredentialUses } from "./credential-uses.tsx";
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
        <ConnectionForm {...rest} mayShare={mayShare} stored={[]} />
      )}
    </Dialog>
  );
}

function About({ teamId, connection }: { teamId: string; connection: Connection }) {
  const { look, word } = stateOf(connection);
  const mend = connection.auth_method === "oauth" ? "Reconnect it to use it again." : "Enter its headers to use it again.";
  return (
    <>
      {look === "live" ? null : (
        <p className="mb-2 text-sm text-waiting">
          {word}. {mend}
        </p>
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

/** Values that are not secret stand in the form, so it waits for them. */
function Stored(props: FormProps & { connection: Connection }) {
  const query = useQuery(connectionHeadersRead(props.connection.id));
  return (
    <Loaded query={query} what="its headers">
      {({ headers, secret }) => <ConnectionForm {...props} stored={storedHeaders(headers, secret)} />}
    </Loaded>
  );
}

function ConnectionForm({ onClose, teamId, connection, onDelete, mayShare, stored }: FormProps & { stored: Header[] }) {
  const create = useWrite(createConnection);
  const update = useWrite(updateConnection);
  const integrations = useQuery(integrationsRead(teamId)).data?.integrations.filter(({ custom_integration_id: id }) => id !== null) ?? [];
  const form = useContractForm(connectionSchema(connection), {
    id: `connection-${teamId}-${connection?.id ?? "new"}`,
    defaultValues: {
      name: connection?.name ?? "",
      integration: connection?.custom_integration_id ?? "",
      server_url: connection?.server_url ?? "",
      shared: connection?.shared ?? false,
      headers: stored,
    },
    secrets: ["headers"],
    fieldOfCode: { outbound_refused: "server_url" },
    submit: (values) =>
      connection
        ? update.mutateAsync({ params: { connection_id: connection.id }, body: changedConnectionOf(values, connection) })
        : create.mutateAsync({ params: { teamId }, body: newConnectionOf(values) }),
    onDone: ({ name }) => {
      toast(`${name} saved`);
      onClose();
    },
  });
  const headers = useFieldValue(form, "headers");
  const integration = useFieldValue(form, "integration");
  const chosen = integrations.find(({ id }) => id === integration);
  const typed = useFieldValue(form, "server_url");
  return (
    <Form
      {...form.props}
      submit="Save connection"
      onCancel={onClose}
      extra={
        connection ? (
          <Button tone="quiet" icon={Trash2} onClick={() => onDelete(connection)}>
            Delete
          </Button>
        ) : null
      }
    >
      <Field label="Name" hint="What people find it by, for example “Ledger of the north office”" {...form.field("name")}>
        <TextInput autoFocus={!connection} autoComplete="off" />
      </Field>
      {!connection && integrations.length > 0 ? (
        <Field label="Integration" {...form.field("integration")}>
          <Select empty="Another MCP server" options={integrations.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      ) : null}
      {chosen || connection?.custom_integration_id ? (
        <p className="text-sm break-all text-ink-2">Server: {chosen?.server_url ?? connection?.server_url}</p>
      ) : (
        <Field
          label="Server address"
          hint={
            connection
              ? "With another server, all stored header values and sign-ins are deleted. Enter new values for it."
              : "The address of an MCP server, as its provider gives it"
          }
          {...form.field("server_url")}
        >
          <TextInput code inputMode="url" placeholder="https://mcp.example.com/mcp" />
        </Field>
      )}
      <ConnectionHeaders
        headers={headers}
        errorOf={(row, field) => form.errorOf(`headers.${row}.${field}`)}
        onChange={(next) => form.set("headers", next)}
      />
      <ConnectionTest teamId={teamId} server={chosen?.server_url ?? typed} headers={headers} />
      {mayShare ? (
        <Checkbox
          label="Shared with the team"
          hint="Everyone can use it in their runs, and Managers can change it. Otherwise only runs that you start use it."
          {...form.field("shared")}
        />
      ) : (
        <p className="text-sm text-ink-2">Only runs that you start use it. Managers can share connections with the team.</p>
      )}
    </Form>
  );
}
