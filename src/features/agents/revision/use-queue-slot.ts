import { useQuery } from "@tanstack/react-query";
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
import { toastFailed } from "#ui/toast.ts";
import { useOptionSearch } from "#ui/use-option-search.ts";

/** The queues that a slot names. */
export function slotQueuesRead(build: Revision, slot: Slot) {
  return read(listRevisionIntegrationQueues, { params: { agent_id: build.agent_id, build_id: build.id, integration_id: slot.id } });
}

/** Queues of the team to choose from, narrowed by what is typed. */
export function useQueueChoices(teamId: string) {
  const { setTyped, search, settling } = useOptionSearch();
  const query = { limit: 50, ...(search === "" ? {} : { search }) };
  const choices = useQuery(read(listQueues, { params: { teamId }, query }, { keepPrevious: true }));
  const none = choices.data?.total === 0 && search === "";
  return { choices: choices.data?.queues ?? [], none, loading: settling || choices.isFetching, setTyped };
}

/** The first queue brings the slot, and the last one takes it along: a slot without a queue has no use. */
export function useQueueSlot(teamId: string, build: Revision, type: QueueSlotType, slot: Slot | undefined) {
  const params = { agent_id: build.agent_id, build_id: build.id };
  const catalogue = useQuery(read(listIntegrations, { params: { teamId } }));
  const idIn = (found: typeof catalogue.data) => found?.integrations.find((each) => each.type === type)?.id;
  const integrationId = slot?.id ?? idIn(catalogue.data);
  const attach = useWrite(attachRevisionIntegrations);
  const put = useWrite(replaceRevisionIntegrationQueues);
  const remove = useWrite(removeRevisionIntegration);
  const replace = async (next: readonly SlotQueue[]) => {
    try {
      const integration_id = integrationId ?? idIn((await catalogue.refetch({ throwOnError: true })).data);
      if (integration_id === undefined) return;
      const one = { ...params, integration_id };
      if (next.length === 0) await remove.mutateAsync({ params: one });
      else {
        if (!slot) await attach.mutateAsync({ params, body: { integration_ids: [integration_id] } });
        await put.mutateAsync({ params: one, body: { queue_ids: next.map(({ id }) => id) } });
      }
    } catch (error) {
      toastFailed(error);
    }
  };
  const looking = integrationId === undefined && catalogue.isFetching;
  return { replace, busy: looking || attach.isPending || put.isPending || remove.isPending };
}
