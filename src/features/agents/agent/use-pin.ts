import { useQueryClient } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { getAgent, listAgents, updateAgent } from "#contract/agents/agents.ts";
import type { Reply } from "#contract/endpoint.ts";
import { toast } from "#ui/toast.ts";

/** Pins or unpins an agent for oneself: shown at once, taken back when the service refuses. */
export function usePin(): (agentId: string, pinned: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const update = useWrite(updateAgent);
  const lists = { queryKey: [listAgents.reads, listAgents.name] };
  const single = { queryKey: [getAgent.reads, getAgent.name] };
  return async (agentId, pinned) => {
    const pinned_at = pinned ? new Date().toISOString() : null;
    await client.cancelQueries({ queryKey: [listAgents.reads] });
    const before = [...client.getQueriesData(lists), ...client.getQueriesData(single)];
    client.setQueriesData<Reply<typeof listAgents>>(
      lists,
      (page) => page && { ...page, agents: page.agents.map((a) => (a.id === agentId ? { ...a, pinned_at } : a)) },
    );
    client.setQueriesData<Reply<typeof getAgent>>(single, (reply) =>
      reply?.agent.id === agentId ? { ...reply, user_context: { pinned_at } } : reply,
    );
    try {
      await update.mutateAsync({ params: { agent_id: agentId }, body: { pinned } });
      // The write has set this off; the caller goes on when the new order is there.
      await client.refetchQueries({ ...lists, type: "active" }, { cancelRefetch: false });
      return true;
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
      return false;
    }
  };
}
