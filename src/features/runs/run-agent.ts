import type { RunDetails } from "#contract/runs/run.ts";

/** Why the agent of a run cannot be used in the run's team, as it stands behind the agent's name. Undefined where it can. */
export function agentGone({ agent_deleted, agent_team_id, team_id }: RunDetails): string | undefined {
  if (agent_deleted) return "deleted";
  return agent_team_id === team_id ? undefined : "moved to another team";
}
