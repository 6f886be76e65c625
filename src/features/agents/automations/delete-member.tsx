import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "#api/query.ts";
import { removeAutomationAgent, removeAutomationQueue } from "#contract/agents/automations.ts";
import { casesIn } from "#contract/queues/case.ts";
import { listQueueLabels } from "#contract/queues/labels.ts";
import { getQueue, listQueueAgents } from "#contract/queues/queues.ts";
import { AgentTakes } from "#features/agents/delete-agent.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";

export interface Member {
  readonly kind: "agent" | "queue";
  readonly id: string;
  readonly name: string;
}

interface DeleteMemberProps {
  onClose: () => void;
  automationId: string;
  member: Member;
}

/** A member does not leave an automation: it is deleted. */
export function DeleteMember({ onClose, automationId, member: { kind, id, name } }: DeleteMemberProps) {
  const also = { alsoStale: ["Agents", "Queues", "Revisions", "Runs"] };
  const removeAgent = useWrite(removeAutomationAgent, also);
  const removeQueue = useWrite(removeAutomationQueue, also);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete this ${kind}?`}
      action={`Delete ${kind}`}
      typedName={name}
      onConfirm={async () => {
        const params = { automation_id: automationId };
        if (kind === "agent") await removeAgent.mutateAsync({ params: { ...params, agent_id: id } });
        else await removeQueue.mutateAsync({ params: { ...params, case_queue_id: id } });
        toast(`${name} deleted`);
      }}
    >
      <p>
        {kind === "agent" ? "An agent" : "A queue"} cannot leave an automation. It is deleted, also from the automation's drafts
        {kind === "agent" ? ", and queues routed to it are unassigned" : ""}.
      </p>
      {kind === "agent" ? <AgentTakes agentId={id} /> : <QueueTakes queueId={id} />}
    </ConfirmDialog>
  );
}

/** What goes with the queue, and who is left without it. */
function QueueTakes({ queueId }: { queueId: string }) {
  const params = { queue_id: queueId };
  const counts = useQuery({ ...read(getQueue, { params }), staleTime: 0 }).data?.queue.case_counts;
  const cases = counts && casesIn(counts);
  const labels = useQuery(read(listQueueLabels, { params })).data?.labels.length;
  const agents = useQuery(read(listQueueAgents, { params })).data;
  const names = agents && [...new Set([...agents.producers, ...agents.consumers].map((agent) => agent.agent_name))];
  return (
    <>
      <p>
        This cannot be undone. Also deleted: {cases === undefined ? "its cases" : counted(cases, "case", "cases")} and{" "}
        {labels === undefined ? "its labels" : counted(labels, "label", "labels")}. Runs that work on its cases are stopped.
      </p>
      {names && names.length > 0 ? <p>These live agents use it and will lose it: {names.join(", ")}.</p> : null}
    </>
  );
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count === 0 ? "no" : count.toLocaleString("en")} ${many}`;
}
