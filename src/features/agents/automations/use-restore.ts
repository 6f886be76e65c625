import { useWrite } from "#api/query.ts";
import { type Automation, restoreAutomation } from "#contract/agents/automations.ts";
import { toast } from "#ui/toast.ts";

/** Brings back a deleted automation, and says so. */
export function useRestore(teamId: string): (automation: Pick<Automation, "id" | "name">) => Promise<void> {
  const restore = useWrite(restoreAutomation);
  return async ({ id, name }) => {
    try {
      await restore.mutateAsync({ params: { teamId, automation_id: id } });
      toast(`${name} restored`);
    } catch (error) {
      toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
    }
  };
}
