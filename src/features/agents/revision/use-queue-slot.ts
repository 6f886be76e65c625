import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "#api/query.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import {
  attachRevisionIntegrations,
  listRevisionIntegrationQueues,
  type QueueSlotType,
  removeRevisionIntegration,
  replaceRevisionIntegrationQueues,
  type Slot,
  type SlotQueue,
} from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { toast } from "#ui/toast.ts";

/** The queues that a slot names. */
export function slotQueuesRead(build: Revision, slot: Slot) {
  return read(listRevisionIntegrationQueues, { params: { agent_id: build.agent_id, build_id: build.id, integration_id: slot.id } });
}

/** Queues of the team to choose from, narrowed by what is typed. */
export function useQueueChoices(teamId: string) {
  const [search, setSearch] = useState("");
  const query = { limit: 50, ...(search === "" ? {} : { search }) };
  const choices = useQuery(read(listQueues, { params: { teamId }, query }, { keepPrevious: true }));
  return { choices: choices.data?.queues ?? [], none: choices.data?.total === 0 && search === "", loading: choices.isFetching, setSearch };
}

/** The first queue brings the slot, and the last one takes it along: a slot without a queue has no use. */
export function useQueueSlot(teamId: string, build: Revision, type: QueueSlotType, slot: Slot | undefined) {
  const params = { agent_id: build.agent_id, build_id: build.id };
  const catalogue = useQuery(read(listIntegrations, { params: { teamId } }));
  const integrationId = slot?.id ?? catalogue.data?.integrations.find((each) => each.type === type)?.id;
  const attach = useWrite(attachRevisionIntegrations);
  const put = useWrite(replaceRevisionIntegrationQueues);
  const remove = useWrite(removeRevisionIntegration);
  const replace = async (next: readonly SlotQueue[]) => {
    if (integrationId === undefined) return;
    const one = { ...params, integration_id: integrationId };
    try {
      if (next.length === 0) await remove.mutateAsync({ params: one });
      else {
        if (!slot) await attach.mutateAsync({ params, body: { integration_ids: [integrationId] } });
        await put.mutateAsync({ params: one, body: { queue_ids: next.map(({ id }) => id) } });
      }
    } catch (error) {
      toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
    }
  };
  return { replace, busy: integrationId === undefined || attach.isPending || put.isPending || remove.isPending };
}
