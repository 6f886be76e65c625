import { useDeletion } from "#api/deletion.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { isForJob } from "#contract/deletion.ts";
import { clearQueueCases } from "#contract/queues/cases.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { queueDeletionRead } from "#features/queues/queries.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";

interface ClearQueueProps {
  open: boolean;
  onClose: () => void;
  queue: Queue;
}

/** Deletes every case of a queue; the queue stays. */
export function ClearQueue({ open, onClose, queue }: ClearQueueProps) {
  const go = useGo();
  const clear = useWrite(clearQueueCases);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Clear this queue?"
      action="Clear queue"
      typedName={queue.name}
      onConfirm={async () => {
        const { deletedCount, interruptedRunIds } = await clear.mutateAsync({ params: { queue_id: queue.id } });
        if (!isForJob({ runs: interruptedRunIds.length, cases: deletedCount })) return toast(`${casesInWords(deletedCount)} deleted`);
        const run = () => go(pathTo("/t/$teamId/queues/$queueId", { teamId: queue.team_id, queueId: queue.id }, { tab: "jobs" }));
        toast(`Deletion of ${casesInWords(deletedCount)} started`, { action: { label: "Show progress", run } });
      }}
    >
      <Takes queueId={queue.id} />
    </ConfirmDialog>
  );
}

function Takes({ queueId }: { queueId: string }) {
  const deletion = useDeletion(queueDeletionRead(queueId, "cases"));
  return (
    <>
      <p>This cannot be undone. The queue stays, with its labels, settings and runs.</p>
      <Consequences stays query={deletion} later={deletion.later.runs || deletion.later.cases} />
    </>
  );
}
