import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#api/client.ts";
import { useDeletion } from "#api/deletion.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { isForJob } from "#contract/deletion.ts";
import { listCaseJobs } from "#contract/queues/case-jobs.ts";
import { clearQueueCases } from "#contract/queues/cases.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { jobRead } from "#features/queues/jobs/job-queries.ts";
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
  const about = `clear ${queue.id}`;
  const follow = useEnd(queue.id, about);
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
        toast(`Deletion of ${casesInWords(deletedCount)} started`, { about, action: { label: "Show progress", run } });
        void follow().catch(() => undefined);
      }}
    >
      <Takes queueId={queue.id} />
    </ConfirmDialog>
  );
}

/** Follows the newest job of a queue. Once it has ended, that takes the place of the notice that it was started. */
function useEnd(queue_id: string, about: string): () => Promise<void> {
  const [jobId, setJobId] = useState<string>();
  const { data } = useQuery({ ...jobRead(queue_id, jobId ?? ""), enabled: jobId !== undefined });
  const ended = data && data.job.status !== "running" ? data.job : undefined;
  useEffect(() => {
    if (!ended) return;
    const { status, counts, error } = ended;
    if (status === "done") toast(`${casesInWords(counts.done)} deleted`, { about });
    else toast(error ?? `The deletion stopped after ${casesInWords(counts.done)}`, { about, failed: true });
  }, [ended, about]);
  return async () => {
    const { jobs } = await call(listCaseJobs, { params: { queue_id }, query: { limit: 10 } });
    setJobId(jobs.find(({ act }) => act.kind === "clear")?.id);
  };
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
