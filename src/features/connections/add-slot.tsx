import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { attachRevisionIntegrations, queueSlotTypes, type Slot } from "#contract/agents/slots.ts";
import type { Connection } from "#contract/connections/connections.ts";
import type { Integration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { toastFailed } from "#ui/toast.ts";
import { useOptionSearch } from "#ui/use-option-search.ts";
import { leadsTo } from "./connection-words.ts";
import { connectionsRead, integrationsRead } from "./queries.ts";
import type { RevisionPanelProps } from "./revision-credentials.tsx";

export const forQueues = (type: string) => queueSlotTypes.some((one) => one === type);

interface Choice {
  readonly integrationId: string;
  /** Pinned for the person who chooses. */
  readonly connectionId?: string;
}

/** A connection of one's own, by its name, or a kind of service that each person connects to. */
export function AddSlot({ teamId, agentId, buildId, slots }: RevisionPanelProps & { slots: readonly Slot[] }) {
  const { setTyped, search, settling } = useOptionSearch();
  const catalog = useQuery(integrationsRead(teamId));
  const connections = useQuery(connectionsRead(teamId, search ? { search } : {}));
  const attach = useWrite(attachRevisionIntegrations);
  const pin = useWrite(pinRevisionIntegrationConnection);
  const params = { agent_id: agentId, build_id: buildId };
  const taken = new Set(slots.map((slot) => slot.custom_integration_id ?? slot.integration_id));
  const known = (catalog.data?.integrations ?? []).filter(({ type, oauth_ready }) => !forQueues(type) && oauth_ready !== false);
  const own = (connections.data?.integrations ?? []).flatMap((connection) => {
    const integration = known.find((each) => leadsThrough(connection, each));
    const choice = integration && { integrationId: integration.id, connectionId: connection.id };
    return choice ? [{ value: keyOf(choice), label: connection.name, note: leadsTo(connection) }] : [];
  });
  const kinds = known
    .filter(({ id }) => !taken.has(id))
    .map(({ id, name, server_url }) => ({
      value: keyOf({ integrationId: id }),
      label: name,
      note: server_url ?? "Each person chooses a connection",
    }));
  const add = async ({ integrationId, connectionId }: Choice) => {
    if (!taken.has(integrationId)) await attach.mutateAsync({ params, body: { integration_ids: [integrationId] } });
    if (connectionId !== undefined)
      await pin.mutateAsync({ params: { ...params, integration_id: integrationId }, body: { connection_id: connectionId } });
  };
  return (
    <Field label="Add a connection" hint="New runs of this revision can use tools from the connections people choose.">
      <Combobox
        value={null}
        loading={settling || connections.isFetching || catalog.isPending || attach.isPending || pin.isPending}
        from={catalog.isError ? catalog : connections}
        placeholder="Name of a connection or an integration"
        options={[...own, ...kinds]}
        onSearch={setTyped}
        onChange={(key) => {
          setTyped("");
          if (key) void add(choiceOf(key)).catch(toastFailed);
        }}
      />
    </Field>
  );
}

/** Whether a slot for an integration takes a connection. */
function leadsThrough({ type, custom_integration_id: custom }: Connection, { id, type: of }: Integration): boolean {
  return custom === null ? of === type : id === custom;
}

const keyOf = ({ integrationId, connectionId }: Choice) => [integrationId, connectionId].filter(Boolean).join(" ");

function choiceOf(key: string): Choice {
  const [integrationId = "", connectionId] = key.split(" ");
  return { integrationId, ...(connectionId && { connectionId }) };
}
