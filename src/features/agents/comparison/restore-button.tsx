import { History } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { createRevision, discardRevision, type Revision } from "#contract/agents/revisions.ts";
import { revisionTitle } from "#features/agents/revision-names.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";

interface RestoreButtonProps {
  teamId: string;
  /** The revision to go back to. */
  build: Revision;
  /** Where undoing leads. */
  from: Revision;
}

/** Copies an earlier revision into a new draft, and opens that. Nothing is live before somebody promotes it. */
export function RestoreButton({ teamId, build, from }: RestoreButtonProps) {
  const go = useGo();
  const create = useWrite(createRevision);
  const discard = useWrite(discardRevision);
  const page = (buildId: string, search: { against?: string } = {}) =>
    pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: build.agent_id, buildId }, search);
  const undo = async (id: string) => {
    go(page(from.id, { against: build.id }));
    await discard.mutateAsync({ params: { build_id: id } });
  };
  const restore = async () => {
    const { build: draft } = await create.mutateAsync({
      params: { agent_id: build.agent_id },
      body: { name: `Restored from ${revisionTitle(build).toLowerCase()}`, source_build_id: build.id },
    });
    go(page(draft.id));
    toast(`${revisionTitle(build)} restored as draft ${draft.revision_number}`, { undo: () => void undo(draft.id).catch(sayFailed) });
  };
  return (
    <Button size="sm" icon={History} pending={create.isPending} onClick={() => void restore().catch(sayFailed)}>
      Restore {revisionTitle(build).toLowerCase()}
    </Button>
  );
}

function sayFailed(error: Error): void {
  toast(error.message, { failed: true });
}
