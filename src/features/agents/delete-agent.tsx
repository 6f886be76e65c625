import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import type { AgentDeletion } from "#contract/agents/agent-ties.ts";
import { type Agent, deleteAgent } from "#contract/agents/agents.ts";
import { counted } from "#ui/counted.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { toast } from "#ui/toast.ts";
import { deletionRead } from "./queries.ts";

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
        toast(`${agent.name} deleted`);
        go(`/t/${teamId}/agents`);
      }}
    >
      <AgentTakes agentId={agent.id} />
    </ConfirmDialog>
  );
}

/** What goes with the agent, counted when somebody asks. */
export function AgentTakes({ agentId }: { agentId: string }) {
  const deletion = useQuery({ ...deletionRead(agentId), staleTime: 0 });
  return (
    <Loaded query={deletion} what="what goes with this agent" inline>
      {(counts) => (
        <>
          <p>This cannot be undone. Also deleted:</p>
          <ul aria-label="What is deleted with it" className="list-disc ps-5">
            {takenBy(counts).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p>{counts.active_runs === 0 ? "No active runs. " : ""}Runs that have ended stay readable.</p>
        </>
      )}
    </Loaded>
  );
}

function takenBy(counts: AgentDeletion): string[] {
  const { automation, asked_runs: asked } = counts;
  const one = counts.active_runs === 1;
  const others = asked > 0 ? `, and ${counted(asked, "run", "runs")} of other agents that ${one ? "it" : "they"} asked for` : "";
  return [
    counted(counts.revisions, "revision", "revisions"),
    ...(counts.active_runs > 0
      ? [`${counted(counts.active_runs, "active run", "active runs")}, stopped where ${one ? "it is" : "they are"}${others}`]
      : []),
    ...(counts.open_generations > 0 ? [`${counted(counts.open_generations, "generation", "generations")} waiting for a decision`] : []),
    ...(counts.memory_files > 0 ? [counted(counts.memory_files, "memory file", "memory files")] : []),
    ...(counts.rubrics > 0 ? [counted(counts.rubrics, "rubric", "rubrics")] : []),
    ...(counts.suggestions > 0 ? [counted(counts.suggestions, "open suggestion", "open suggestions")] : []),
    ...(counts.trigger ? [triggerOf(counts.trigger)] : []),
    ...(counts.assigned_cases > 0
      ? [`its assignment to ${counted(counts.assigned_cases, "case", "cases")}, which any agent may take then`]
      : []),
    ...(counts.callers > 0
      ? [`its place in ${counted(counts.callers, "agent that passes work to it", "agents that pass work to it")}`]
      : []),
    ...(automation ? [placeIn(automation)] : []),
  ];
}

function triggerOf({ queue_name, enabled, alone }: NonNullable<AgentDeletion["trigger"]>): string {
  if (!enabled) return `its paused case trigger on ${queue_name}`;
  return `its case trigger on ${queue_name}${alone ? ", whose cases then wait: no other agent is assigned" : ""}`;
}

function placeIn({ name, active, queues }: NonNullable<AgentDeletion["automation"]>): string {
  const routed = queues > 0 ? `; ${counted(queues, "queue is", "queues are")} routed to it` : "";
  return `its place in the automation ${name}${active ? `, which runs it right now${routed}` : ""}`;
}
