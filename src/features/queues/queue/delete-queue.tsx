import { useNavigate } from "@tanstack/react-router";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { runningJobAbout } from "#api/team-jobs.ts";
import { dropUnsent, lostWith } from "#api/unsent.ts";
import { deleteQueue, type Queue } from "#contract/queues/queues.ts";
import { queueDeletionRead } from "#features/queues/queries.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { useGo } from "#ui/link.tsx";
import { toastDeleted } from "#ui/toast.ts";

export function DeleteQueue({ open, onClose, teamId, queue }: { open: boolean; onClose: () => void; teamId: string; queue: Queue }) {
  const navigate = useNavigate();
  const go = useGo();
  const remove = useWrite(deleteQueue, {
    // Before anything is read again: the page of the queue would ask for what is gone.
    onSuccess: () => navigate({ to: "/t/$teamId/queues", params: { teamId } }),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this queue?"
      action="Delete queue"
      typedName={queue.name}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { queue_id: queue.id } });
        dropUnsent(queue.id);
        const job = await runningJobAbout(teamId, queue.id);
        toastDeleted(queue.name, { follow: job ? () => go(job) : undefined });
      }}
    >
      <Takes queueId={queue.id} />
    </ConfirmDialog>
  );
}

function Takes({ queueId }: { queueId: string }) {
  const deletion = useDeletion(queueDeletionRead(queueId), () => lostWith(queueId));
  return (
    <>
      <p>This cannot be undone. Runs of the queue stay readable.</p>
      <Consequences query={deletion} later={deletion.later.runs || deletion.later.cases} />
    </>
  );
}
