import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { createAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";

/** Begins a draft, of a given revision or of what is active, and opens it. */
export function useNewDraft(teamId: string, automationId: string): { begin: (baseId?: string) => Promise<void>; busy: boolean } {
  const go = useGo();
  const create = useWrite(createAutomationRevision);
  const begin = async (baseId?: string) => {
    try {
      const body = baseId === undefined ? {} : { base_revision_id: baseId };
      const { revision } = await create.mutateAsync({ params: { automation_id: automationId }, body });
      go(pathTo("/t/$teamId/automations/$automationId/revisions/$revisionId", { teamId, automationId, revisionId: revision.id }));
    } catch (error) {
      toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
    }
  };
  return { begin, busy: create.isPending };
}
