import { useDeletion } from "#api/deletion.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { runningJobAbout } from "#api/team-jobs.ts";
import { dropUnsent, lostWith } from "#api/unsent.ts";
import { type Agent, deleteAgent } from "#contract/agents/agents.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { useGo } from "#ui/link.tsx";
import { toastDeleted } from "#ui/toast.ts";
import { deletionRead } from "./queries.ts";

interface DeleteAgentProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  agent: Agent;
}

export function DeleteAgent({ open, onClose, teamId, agent }: DeleteAgentProps) {
  const go = useGo();
  const remove = useWrite(deleteAgent);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this agent?"
      action="Delete agent"
      typedName={agent.name}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { agent_id: agent.id } });
        dropUnsent(agent.id);
        go(pathTo("/t/$teamId/agents", { teamId }));
        const job = await runningJobAbout(teamId, agent.id);
        toastDeleted(agent.name, { follow: job ? () => go(job) : undefined });
      }}
    >
      <AgentTakes agentId={agent.id} />
    </ConfirmDialog>
  );
}

export function AgentTakes({ agentId }: { agentId: string }) {
  const deletion = useDeletion(deletionRead(agentId), () => lostWith(agentId));
  return (
    <>
      <p>This cannot be undone. Runs that have ended stay readable.</p>
      <Consequences query={deletion} later={deletion.later.runs} />
    </>
  );
}
