import { useWrite } from "#api/query.ts";
import {
  removeAutomationRevisionAgent,
  setAutomationRevisionAgent,
  setAutomationRevisionQueue,
} from "#contract/agents/automation-bindings.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import { toast } from "#ui/toast.ts";

/** Leaves an agent out of a draft. Undo binds it again, and routes what was routed to it. */
export function useUnbind(revision: BoundRevision): (binding: BoundRevision["agents"][number]) => Promise<void> {
  const params = { automation_id: revision.automation_id, revision_id: revision.id };
  const remove = useWrite(removeAutomationRevisionAgent);
  const bind = useWrite(setAutomationRevisionAgent);
  const route = useWrite(setAutomationRevisionQueue);
  const failed = (error: unknown) => toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
  return async ({ agent_id, agent_name, build_id }) => {
    const routed = revision.queues.filter((queue) => queue.agent_id === agent_id);
    const back = async () => {
      await bind.mutateAsync({ params: { ...params, agent_id }, body: { build_id } });
      for (const { queue_id } of routed) await route.mutateAsync({ params: { ...params, case_queue_id: queue_id }, body: { agent_id } });
    };
    try {
      await remove.mutateAsync({ params: { ...params, agent_id } });
      const also =
        routed.length === 0 ? "" : routed.length === 1 ? "; one queue is unassigned" : `; ${routed.length} queues are unassigned`;
      toast(`${agent_name} left out${also}`, { undo: () => void back().catch(failed) });
    } catch (error) {
      failed(error);
    }
  };
}
