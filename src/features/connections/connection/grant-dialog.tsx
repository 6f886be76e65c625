import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useSession, useTeam } from "#api/session.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import { type ConnectionGrant, grantConnection } from "#contract/connections/grants.ts";
import { isEnough } from "#contract/rights.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";

interface GrantDialogProps {
  connection: Connection;
  grants: readonly ConnectionGrant[];
  open: boolean;
  onClose: () => void;
}

/** Which team uses it from now on: one in which the person is a Manager too. */
export function GrantDialog({ open, onClose, ...rest }: GrantDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Let another team use this connection">
      <Choice {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Choice({ connection, grants, onClose }: Omit<GrantDialogProps, "open">) {
  const { teams } = useSession();
  const team = useTeam();
  const grant = useWrite(grantConnection);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const free = teams.filter(
    ({ id, organization_id, role }) =>
      id !== team?.id &&
      organization_id === team?.organization_id &&
      isEnough(grantConnection, role) &&
      !grants.some(({ team_id }) => team_id === id),
  );
  if (free.length === 0)
    return (
      <p className="text-ink-2">There is no further team in which you are a Manager or higher. A Manager of both teams can do this.</p>
    );
  const send = async () => {
    setMissing(chosen === null);
    if (chosen === null) return;
    const { team_name } = await grant.mutateAsync({ params: { connection_id: connection.id }, body: { team_id: chosen } });
    toast(`${team_name} can use ${connection.name}`);
    onClose();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined);
      }}
      submit="Let this team use it"
      onCancel={onClose}
      busy={grant.isPending}
      error={grant.error ? problemOf(grant.error).message : undefined}
    >
      <p className="text-ink-2">
        {isMailbox(connection.server_url)
          ? "Its members can let agents listen to the emails that arrive there."
          : `Its members can choose it for the runs that they start, which act as ${connection.account_label ?? "the account that this team signed in with"}.`}{" "}
        They do not see what it signs in with, and cannot change it.
      </p>
      <Field label="Team" error={missing ? "Choose a team." : undefined}>
        <Combobox
          value={chosen}
          placeholder="Name of a team"
          options={free.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      </Field>
    </Form>
  );
}
