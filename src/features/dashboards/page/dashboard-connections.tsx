import { useQuery } from "@tanstack/react-query";
import { Plug, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import {
  attachDashboardConnection,
  type DashboardConnection,
  detachDashboardConnection,
  mostConnections,
} from "#contract/dashboards/connections.ts";
import { attachedRead, connectionsRead } from "#features/dashboards/queries.ts";
import { readableConnections } from "#features/dashboards/readable-connections.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { problemOf } from "#ui/problem.ts";
import { Select } from "#ui/select.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface DashboardConnectionsProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  artifact: Artifact;
  isCreator: boolean;
}

/** What the agent of a dashboard can read with, and with which tools it does. */
export function DashboardConnections({ open, onClose, ...rest }: DashboardConnectionsProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Connections"
      description={`The agent reads with them when you ask for it. It only calls tools that read, and asks ${rest.isCreator ? "you" : "the creator of the dashboard"} before it uses one for the first time.`}
    >
      <Attached {...rest} />
    </Dialog>
  );
}

type Inner = Omit<DashboardConnectionsProps, "open" | "onClose">;

function Attached({ teamId, artifact, isCreator }: Inner) {
  const attached = useQuery(attachedRead(artifact.id));
  return (
    <Loaded query={attached} what="the connections of this dashboard" inline>
      {({ connections }) => (
        <div className="flex flex-col gap-4">
          {connections.length === 0 ? (
            <EmptyState inline icon={Plug} title="No connections yet">
              Without one the page shows only the team&apos;s runs, cases and schedules.
            </EmptyState>
          ) : (
            <ul aria-label="Connections of this dashboard" className="flex flex-col divide-y divide-line">
              {connections.map((each) => (
                <Connected key={each.connection_id} artifact={artifact} connection={each} />
              ))}
            </ul>
          )}
          {connections.length >= mostConnections ? (
            <p className="text-sm text-ink-2">A dashboard has at most {mostConnections} connections.</p>
          ) : (
            <Attach {...{ teamId, artifact, isCreator }} taken={connections.map(({ connection_id }) => connection_id)} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function Connected({ artifact, connection }: { artifact: Artifact; connection: DashboardConnection }) {
  const { connection_id: connectionId, name, tools } = connection;
  const attach = useWrite(attachDashboardConnection);
  const detach = useWrite(detachDashboardConnection);
  const artifactId = artifact.id;
  const undo = () => attach.mutate({ params: { artifactId }, body: { connection_id: connectionId } }, { onError: toastFailed });
  const remove = () =>
    detach.mutate({ params: { artifactId, connectionId } }, { onSuccess: () => toast(`${name} removed`, { undo }), onError: toastFailed });
  return (
    <li className="flex items-start gap-2 py-2">
      <Plug size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm break-words text-ink-2">
          {tools.length === 0 ? "No tool is confirmed yet" : `Reads with ${tools.join(", ")}`}
        </p>
      </div>
      <IconButton icon={X} label={`Remove ${name}`} size="sm" onClick={remove} />
    </li>
  );
}

function Attach({ teamId, artifact, isCreator, taken }: Inner & { taken: readonly string[] }) {
  const known = useQuery(connectionsRead(teamId));
  const attach = useWrite(attachDashboardConnection);
  const [chosen, setChosen] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === "") return;
    const done = () => {
      toast("Connection added");
      setChosen("");
    };
    attach.mutate({ params: { artifactId: artifact.id }, body: { connection_id: chosen } }, { onSuccess: done });
  };
  return (
    <Loaded query={known} what="your connections" inline>
      {(rows) => {
        const usable = readableConnections(rows, isCreator).filter(({ id }) => !taken.includes(id));
        if (usable.length === 0)
          return (
            <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
              <p>{isCreator ? "You have no other connection in this team." : "The team shares no other connection."}</p>
              <LinkButton size="sm" link={pathTo("/t/$teamId/connections", { teamId })}>
                Go to Connections
              </LinkButton>
            </div>
          );
        return (
          <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
            <div className="min-w-0 flex-1 basis-48">
              <Field label="Add a connection" error={attach.error ? problemOf(attach.error).message : undefined}>
                <Select
                  empty="Choose a connection"
                  options={usable.map(({ id, name }) => ({ value: id, label: name }))}
                  value={chosen}
                  onChange={({ target }) => setChosen(target.value)}
                />
              </Field>
            </div>
            <Button type="submit" disabled={chosen === ""} pending={attach.isPending}>
              Add
            </Button>
          </form>
        );
      }}
    </Loaded>
  );
}
