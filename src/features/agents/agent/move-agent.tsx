import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callWith } from "#api/client.ts";
import { runningJobAbout } from "#api/team-jobs.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { rememberTeam, type SessionTeam } from "#api/session-query.ts";
import { useFailure } from "#api/failure.ts";
import { pathTo } from "#api/path-to.ts";
import { moveAgent } from "#contract/agents/agent-move.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { isEnough } from "#contract/rights.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";
import { MovePlan } from "./move-plan.tsx";

/** The other teams of the organization that the signed-in person manages. */
export function useMoveTargets(teamId: string): readonly SessionTeam[] {
  const { teams } = useSession();
  const here = teams.find(({ id }) => id === teamId);
  if (!here || !isEnough(moveAgent, here.role)) return [];
  return teams.filter((each) => each.id !== teamId && each.organization_id === here.organization_id && isEnough(moveAgent, each.role));
}

interface MoveAgentProps {
  agent: Agent;
  targets: readonly SessionTeam[];
  onClose: () => void;
}

/** Says first what goes along, what stays and what is in the way, then moves. */
export function MoveAgent({ open, ...rest }: MoveAgentProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} size="md" title="Move to another team">
      <MoveForm {...rest} />
    </Dialog>
  );
}

function MoveForm({ agent, targets, onClose }: MoveAgentProps) {
  const go = useGo();
  const [target, setTarget] = useState("");
  const [memory, setMemory] = useState(true);
  const [together, setTogether] = useState(false);
  const { words: failure, setFailure } = useFailure();
  const body = { target_team_id: target, move_learnings: memory, bypass_standalone_gate: together };
  const params = { agent_id: agent.id };
  // It reads no topic: the move itself must not make it look again.
  const plan = useQuery({
    queryKey: ["Agent move", agent.id, body],
    queryFn: ({ signal }) => callWith(moveAgent, { params, query: { dry_run: "true" }, body }, { signal }),
    enabled: target !== "",
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const move = useWrite(moveAgent, {
    onSuccess: async () => {
      rememberTeam(target);
      go(pathTo("/t/$teamId/agents/$agentId", { teamId: target, agentId: agent.id }));
      const job = await runningJobAbout(target, agent.id);
      const name = targets.find(({ id }) => id === target)?.name ?? "the other team";
      toast(`${agent.name} is in ${name} now`, job ? { action: { label: "Show progress", run: () => go(job) } } : {});
    },
  });
  /** What was said about another choice is over. */
  const choose = (change: () => void) => {
    setFailure(undefined);
    change();
  };
  const submit = () => {
    if (target === "") setFailure(new Error("Choose a team first."));
    else if (plan.data && !move.isPending) move.mutate({ params, query: {}, body }, { onError: setFailure });
  };
  return (
    <Form
      submit="Move agent"
      busy={move.isPending || plan.isLoading}
      blocked={isRefused(plan.error)}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setFailure(undefined);
        submit();
      }}
    >
      <Field label="Team">
        <Select
          autoFocus
          empty="Choose a team"
          options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          onChange={(event) => choose(() => setTarget(event.target.value))}
        />
      </Field>
      <Checkbox
        label="Move its memory too"
        hint="Otherwise its memory is deleted."
        checked={memory}
        onChange={(event) => choose(() => setMemory(event.target.checked))}
      />
      {target === "" ? null : (
        <MovePlan teamId={agent.team_id} plan={plan} together={together} onTogether={(next) => choose(() => setTogether(next))} />
      )}
    </Form>
  );
}

/** The service said what is in the way; anything else may go better the next time. */
function isRefused(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === 400 || status === 409;
}
