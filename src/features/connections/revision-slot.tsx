import { Plus, TriangleAlert, Unlink, X } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { pinRevisionIntegrationConnection, type SlotState, unpinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { removeRevisionIntegration, type Slot } from "#contract/agents/slots.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/combobox.tsx";
import { counted } from "#ui/counted.ts";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { leadsTo, ownerOf, stateOf } from "./connection-words.ts";
import { ConnectionDialog } from "./connection-dialog.tsx";
import { Reconnect } from "./reconnect.tsx";
import { SlotTools } from "./slot-tools.tsx";
import { useSlotTools } from "./use-slot-tools.ts";
import type { RevisionPanelProps } from "./revision-credentials.tsx";

interface RevisionSlotProps extends RevisionPanelProps {
  slot: Slot;
  states: LoadedQuery<SlotState>;
}

/** One thing that a revision connects to, with the connections of the person who looks. */
export function RevisionSlot({ teamId, agentId, buildId, mayEdit, slot, states }: RevisionSlotProps) {
  const pin = useWrite(pinRevisionIntegrationConnection);
  const unpin = useWrite(unpinRevisionIntegrationConnection);
  const remove = useWrite(removeRevisionIntegration);
  const params = { agent_id: agentId, build_id: buildId, integration_id: slot.id };
  const busy = pin.isPending || unpin.isPending || remove.isPending;
  const tools = useSlotTools(params);
  const [making, setMaking] = useState(false);
  const add = (connection_id: string) => void pin.mutateAsync({ params, body: { connection_id } }).then(tools.look, toastFailed);
  const take = ({ id, name }: Connection) =>
    void unpin
      .mutateAsync({ params: { ...params, connection_id: id } })
      .then(() => toast(`${name} removed`, { undo: () => add(id) }), toastFailed);
  return (
    <section aria-label={slot.integration_name} className="rounded-md border border-line">
      <div className="flex items-center gap-3 border-b border-line py-1 ps-3 pe-1">
        <h3 className="min-w-0 flex-1 py-1 font-medium break-words">{slot.integration_name}</h3>
        {mayEdit ? (
          <IconButton
            icon={X}
            size="sm"
            label={`Remove ${slot.integration_name}`}
            disabled={busy}
            onClick={() => void remove.mutateAsync({ params }).then(() => toast(`${slot.integration_name} removed`), toastFailed)}
          />
        ) : null}
      </div>
      <div className="flex flex-col gap-3 p-3">
        <Loaded inline query={states} what={`your connections to ${slot.integration_name}`} skeleton={<Skeleton className="h-8" />}>
          {(state) => (
            <>
              <Missing state={state} />
              {state.pinned.length > 0 ? (
                <ul aria-label={`Your connections to ${slot.integration_name}`} className="flex flex-col gap-1">
                  {state.pinned.map((connection) => (
                    <Pinned key={connection.id} connection={connection} busy={busy} onRemove={() => take(connection)} />
                  ))}
                </ul>
              ) : null}
              <Field label={`Choose your connection to ${slot.integration_name}`} hideLabel>
                <Combobox
                  value={null}
                  loading={busy}
                  placeholder={state.pinned.length > 0 ? "Add another connection" : "Choose your connection"}
                  options={state.available.map((each) => ({
                    value: each.id,
                    label: each.name,
                    note: each.granted_from ? `${leadsTo(each)}, ${ownerOf(each).toLowerCase()}` : leadsTo(each),
                  }))}
                  onChange={(id) => {
                    if (id) add(id);
                  }}
                />
              </Field>
              <div>
                <Button size="sm" icon={Plus} onClick={() => setMaking(true)}>
                  New connection
                </Button>
              </div>
              <SlotTools tools={tools} name={slot.integration_name} connected={state.pinned.length > 0} mayEdit={mayEdit} />
            </>
          )}
        </Loaded>
      </div>
      <ConnectionDialog open={making} onClose={() => setMaking(false)} teamId={teamId} use={{ agentId, buildId, slot, onMade: add }} />
    </section>
  );
}

function Pinned({ connection, busy, onRemove }: { connection: Connection; busy: boolean; onRemove: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <p className="min-w-0 flex-1 basis-48 break-words">
        {connection.name} <span className="text-sm text-ink-2">{leadsTo(connection)}</span>
      </p>
      <Status {...stateOf(connection)} />
      {connection.granted_from ? null : <Reconnect connection={connection} />}
      <span className="text-sm text-ink-2">{ownerOf(connection)}</span>
      <IconButton icon={Unlink} size="sm" label={`Stop using ${connection.name}`} disabled={busy} onClick={onRemove} />
    </li>
  );
}

/** For whom runs start that would have no connection. */
function Missing({ state: { missing, people } }: { state: SlotState }) {
  const { user } = useSession();
  if (missing.length === 0)
    return <p className="text-sm text-ink-3">{counted(people, "person has", "people have")} chosen a connection.</p>;
  return (
    <p className="flex items-start gap-2 text-sm text-waiting">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        Not connected: {missing.map(({ user_id, name }) => (user_id === user.id ? "you" : name)).join(", ")}. Runs without a connection
        cannot use it.
      </span>
    </p>
  );
}
