import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "#api/query.ts";
import { casesIn } from "#contract/queues/case.ts";
import { clearQueueCases } from "#contract/queues/cases.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { toast } from "#ui/toast.ts";

interface ClearQueueProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  queue: Queue;
}

/** Deletes every case of a queue; the queue stays. */
export function ClearQueue({ open, onClose, teamId, queue }: ClearQueueProps) {
  const clear = useWrite(clearQueueCases, { alsoStale: ["Queues", "Runs"] });
  const runs = useQuery({
    ...read(listTeamRuns, { params: { teamId }, query: { case_queue_id: queue.id, limit: 1 } }),
    enabled: open,
  }).data?.total;
  const { in_progress, needs_input } = queue.case_counts;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Clear this queue?"
      action="Clear the queue"
      typedName={queue.name}
      onConfirm={async () => {
        const { deletedCount } = await clear.mutateAsync({ params: { queue_id: queue.id } });
        toast(`${casesInWords(deletedCount)} deleted`);
      }}
    >
      <p>
        This cannot be undone. Every case in the queue is deleted, {casesInWords(casesIn(queue.case_counts))} now. Labels and settings stay.
      </p>
      {in_progress + needs_input > 0 ? (
        <p>Agents work on {casesInWords(in_progress + needs_input)} of them. Those runs are stopped and their questions withdrawn.</p>
      ) : null}
      {runs ? <p>{counted(runs, "run", "runs")} of this queue stay readable.</p> : null}
    </ConfirmDialog>
  );
}
