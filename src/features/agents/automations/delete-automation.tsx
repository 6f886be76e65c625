import { useNavigate } from "@tanstack/react-router";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { runningJobAbout } from "#api/team-jobs.ts";
import { type Automation, deleteAutomation } from "#contract/agents/automations.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { useGo } from "#ui/link.tsx";
import { toastDeleted } from "#ui/toast.ts";
import { automationDeletionRead } from "./automation-queries.ts";
import { useRestore } from "./use-restore.ts";

interface DeleteAutomationProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  automation: Automation;
}

/** Asks although it can be taken back: runs that it stops do not start again. */
export function DeleteAutomation({ open, onClose, teamId, automation }: DeleteAutomationProps) {
  const navigate = useNavigate();
  const go = useGo();
  const restore = useRestore(teamId);
  const remove = useWrite(deleteAutomation, {
    // Before anything is read again: the page of the automation would ask for what is gone.
    onSuccess: () => navigate({ to: "/t/$teamId/automations", params: { teamId } }),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this automation?"
      action="Delete automation"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { automation_id: automation.id } });
        const job = await runningJobAbout(teamId, automation.id);
        toastDeleted(automation.name, { follow: job ? () => go(job) : undefined, undo: () => void restore(automation) });
      }}
    >
      <p>You can restore it with its agents and queues from the deleted automations. Stopped runs do not start again.</p>
      <Takes automationId={automation.id} />
    </ConfirmDialog>
  );
}

function Takes({ automationId }: { automationId: string }) {
  const deletion = useDeletion(automationDeletionRead(automationId));
  return <Consequences query={deletion} later={deletion.later.runs} />;
}
