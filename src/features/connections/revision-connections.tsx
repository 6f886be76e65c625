import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { attachRevisionIntegrations, queueSlotTypes, type Slot } from "#contract/agents/slots.ts";
import { Combobox } from "#ui/combobox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { toastFailed } from "#ui/toast.ts";
import { integrationsRead, revisionConnectionsRead, revisionSlotsRead } from "./queries.ts";
import type { RevisionPanelProps } from "./revision-credentials.tsx";
import { RevisionSlot } from "./revision-slot.tsx";

const forQueues = (type: string) => queueSlotTypes.some((one) => one === type);

/** What a revision connects to, and which connections the runs of the person who looks use for it. */
export function RevisionConnections(props: RevisionPanelProps) {
  const { teamId, agentId, buildId, mayEdit } = props;
  const slots = useQuery(revisionSlotsRead(agentId, buildId));
  const states = useQuery(revisionConnectionsRead(agentId, buildId));
  return (
    <ScrollColumn gap="sm">
      <Loaded query={slots} what="what this revision connects to" needs="Member">
        {({ integrations }) => {
          const own = integrations.filter(({ integration_type: type }) => !forQueues(type));
          return (
            <>
              {mayEdit ? <AddSlot {...props} slots={own} /> : null}
              {own.length === 0 ? (
                <EmptyState inline icon={Plug} title="No connections are used">
                  This revision does not use any connections.
                </EmptyState>
              ) : (
                own.map((slot) => (
                  <RevisionSlot
                    key={slot.id}
                    {...props}
                    slot={slot}
                    states={{ ...states, data: states.data?.slots.find(({ slot_id }) => slot_id === slot.id) }}
                  />
                ))
              )}
              <p className="text-sm text-ink-2">
                Each person chooses connections for the runs that they start. Manage them under{" "}
                <AnyLink link={pathTo("/t/$teamId/connections", { teamId })} className="text-accent-ink underline underline-offset-2">
                  Connections
                </AnyLink>
                .
              </p>
            </>
          );
        }}
      </Loaded>
    </ScrollColumn>
  );
}

function AddSlot({ teamId, agentId, buildId, slots }: RevisionPanelProps & { slots: readonly Slot[] }) {
  const catalog = useQuery(integrationsRead(teamId));
  const attach = useWrite(attachRevisionIntegrations);
  const taken = new Set(slots.map((slot) => slot.custom_integration_id ?? slot.integration_id));
  const free =
    catalog.data?.integrations.filter(({ id, type, oauth_ready }) => !forQueues(type) && oauth_ready !== false && !taken.has(id)) ?? [];
  return (
    <Field label="Add an integration" hint="New runs of this revision can use tools from the connections people choose.">
      <Combobox
        value={null}
        loading={catalog.isPending || attach.isPending}
        from={catalog}
        placeholder="Name of an integration"
        options={free.map(({ id, name, server_url }) => ({ value: id, label: name, note: server_url ?? "" }))}
        onChange={(id) => {
          if (!id) return;
          attach.mutateAsync({ params: { agent_id: agentId, build_id: buildId }, body: { integration_ids: [id] } }).catch(toastFailed);
        }}
      />
    </Field>
  );
}
