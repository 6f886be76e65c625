import { useDeletion } from "#api/deletion.ts";
import { read, useWrite } from "#api/query.ts";
import { runningJobAbout } from "#api/team-jobs.ts";
import { dropUnsent, lostWith } from "#api/unsent.ts";
import { removeAutomationAgent, removeAutomationQueue } from "#contract/agents/automation-members.ts";
import { previewQueueDeletion } from "#contract/queues/queues.ts";
import { AgentTakes } from "#features/agents/delete-agent.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { useGo } from "#ui/link.tsx";
import { toastDeleted } from "#ui/toast.ts";

export interface Member {
  readonly kind: "agent" | "queue";
  readonly id: string;
  readonly name: string;
}

interface DeleteMemberProps {
  onClose: () => void;
  teamId: string;
  automationId: string;
  member: Member;
}

/** A member does not leave an automation: it is deleted. */
export function DeleteMember({ onClose, teamId, automationId, member: { kind, id, name } }: DeleteMemberProps) {
  const go = useGo();
  const removeAgent = useWrite(removeAutomationAgent);
  const removeQueue = useWrite(removeAutomationQueue);
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
        dropUnsent(id);
        const job = await runningJobAbout(teamId, id);
        toastDeleted(name, { follow: job ? () => go(job) : undefined });
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

function QueueTakes({ queueId }: { queueId: string }) {
  const deletion = useDeletion(read(previewQueueDeletion, { params: { queue_id: queueId }, query: {} }), () => lostWith(queueId));
  return (
    <>
      <p>This cannot be undone. Runs of the queue stay readable.</p>
      <Consequences query={deletion} later={deletion.later.runs || deletion.later.cases} />
    </>
  );
}
