import { useQueries, useQuery } from "@tanstack/react-query";
import { read, useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type Agent, deleteAgent } from "#contract/agents/agents.ts";
import { listTeamRuns, runStatuses, terminalStatuses } from "#contract/runs/runs.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import { revisionsRead } from "./queries.ts";

interface DeleteAgentProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  agent: Agent;
}

export function DeleteAgent({ open, onClose, teamId, agent }: DeleteAgentProps) {
  const go = useGo();
  const remove = useWrite(deleteAgent, { alsoStale: ["Revisions", "Runs"] });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this agent?"
      action="Delete agent"
      typedName={agent.name}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { agent_id: agent.id } });
        toast(`${agent.name} is deleted`);
        go(`/t/${teamId}/agents`);
      }}
    >
      <Takes teamId={teamId} agentId={agent.id} />
    </ConfirmDialog>
  );
}

/** What goes with the agent, counted. */
function Takes({ teamId, agentId }: { teamId: string; agentId: string }) {
  const manages = useMay("team:manager");
  const revisions = useQuery(revisionsRead(agentId)).data?.total;
  const active = runStatuses.filter((status) => !(terminalStatuses as readonly string[]).includes(status));
  const counts = useQueries({
    queries: active.map((status) => read(listTeamRuns, { params: { teamId }, query: { agent_id: agentId, status, limit: 1 } })),
  });
  const runs = counts.every(({ data }) => data) ? counts.reduce((sum, { data }) => sum + (data?.total ?? 0), 0) : undefined;
  return (
    <>
      <p>This cannot be undone. With it go:</p>
      <ul className="list-disc ps-5">
        <li>{revisions === undefined ? "its revisions" : counted(revisions, "revision", "revisions")}</li>
        {runs === 0 && manages ? null : (
          <li>
            {runs === undefined ? "its active runs" : counted(runs, "active run", "active runs")}, stopped where they are
            {manages ? "" : "; those of other people too, which are not in this count"}
          </li>
        )}
      </ul>
      <p>{runs === 0 && manages ? "No run is active. " : ""}Runs that have ended stay readable.</p>
    </>
  );
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count === 0 ? "no" : count.toLocaleString("en")} ${many}`;
}
