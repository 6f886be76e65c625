import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { SessionTeam } from "#api/session-query.ts";
import { runningJobAbout } from "#api/team-jobs.ts";
import { useTeamMove } from "#api/team-move.ts";
import { moveAgent } from "#contract/agents/agent-move.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { MoveForm } from "#ui/move-form.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { MovePlan } from "./move-plan.tsx";

interface MoveAgentProps {
  agent: Agent;
  targets: readonly SessionTeam[];
  onClose: () => void;
}

/** Says first what goes along, what stays and what is in the way, then moves. */
export function MoveAgent({ open, ...rest }: MoveAgentProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} size="md" title="Move to another team">
      <Move {...rest} />
    </Dialog>
  );
}

function Move({ agent, targets, onClose }: MoveAgentProps) {
  const go = useGo();
  const [memory, setMemory] = useState(true);
  const [together, setTogether] = useState(false);
  const { plan, choose, form } = useTeamMove(moveAgent, {
    id: agent.id,
    targets,
    input: (target, dryRun) => ({
      params: { agent_id: agent.id },
      query: dryRun ? ({ dry_run: "true" } as const) : {},
      body: { target_team_id: target, move_learnings: memory, bypass_standalone_gate: together },
    }),
    async onMoved(teamId, name) {
      go(pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }));
      const job = await runningJobAbout(teamId, agent.id);
      toast(`${agent.name} is in ${name} now`, job ? { action: { label: "Show progress", run: () => go(job) } } : {});
    },
  });
  return (
    <MoveForm submit="Move agent" {...form} blocked={isRefused(plan.error)} onCancel={onClose}>
      <Checkbox
        label="Move its memory too"
        hint="Otherwise its memory is deleted."
        checked={memory}
        onChange={(event) => choose(() => setMemory(event.target.checked))}
      />
      {form.target === "" ? null : (
        <MovePlan teamId={agent.team_id} plan={plan} together={together} onTogether={(next) => choose(() => setTogether(next))} />
      )}
    </MoveForm>
  );
}

/** The service said what is in the way; anything else may go better the next time. */
function isRefused(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === 400 || status === 409;
}
