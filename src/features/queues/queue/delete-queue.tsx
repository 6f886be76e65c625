import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { read, useWrite } from "#api/query.ts";
import { casesIn } from "#contract/queues/case.ts";
import { deleteQueue, type Queue } from "#contract/queues/queues.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { labelsRead, queueAgentsRead, queueRead, queueTriggersRead } from "#features/queues/queries.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";

export function DeleteQueue({ open, onClose, teamId, queue }: { open: boolean; onClose: () => void; teamId: string; queue: Queue }) {
  const navigate = useNavigate();
  const remove = useWrite(deleteQueue, {
    alsoStale: ["Runs", "Revision Integrations"],
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
        toast(`${queue.name} deleted`);
      }}
    >
      <Takes teamId={teamId} queueId={queue.id} />
    </ConfirmDialog>
  );
}

/** What goes with the queue, and who is left without it. */
function Takes({ teamId, queueId }: { teamId: string; queueId: string }) {
  const counts = useQuery({ ...queueRead(queueId), staleTime: 0 }).data?.queue.case_counts;
  const cases = counts && casesIn(counts);
  const labels = useQuery(labelsRead(queueId)).data?.labels.length;
  const agents = useQuery(queueAgentsRead(queueId)).data;
  const started = useQuery({ ...queueTriggersRead(queueId), staleTime: 0 }).data?.agents.filter(
    ({ trigger }) => trigger?.case_queue_id === queueId,
  );
  const runs = useQuery(read(listTeamRuns, { params: { teamId }, query: { case_queue_id: queueId, limit: 1 } })).data?.total;
  const names = agents && [...new Set([...agents.producers, ...agents.consumers].map((agent) => agent.agent_name))];
  return (
    <>
      <p>
        This cannot be undone. Also deleted: {cases === undefined ? "its cases" : casesInWords(cases)}
        {labels ? ` and ${labels === 1 ? "1 label" : `${labels.toLocaleString("en")} labels`}` : null}.
      </p>
      {names && names.length > 0 ? <p>These live agents use it and will lose it: {names.join(", ")}.</p> : null}
      {started && started.length > 0 ? <p>Its case triggers are deleted: {started.map((agent) => agent.agent_name).join(", ")}.</p> : null}
      {runs ? <p>Its active runs are stopped. All {runs.toLocaleString("en")} of its runs stay readable.</p> : null}
    </>
  );
}
