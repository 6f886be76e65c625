import { useMay } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import type { Agent } from "#contract/agents/agents.ts";

/** Managers change every agent, Builders those they made. The service decides again. */
export function useMayEdit(agent: Pick<Agent, "created_by">): boolean {
  const { user } = useSession();
  const manages = useMay("team:manager");
  const builds = useMay("team:builder");
  return manages || (builds && agent.created_by?.id === user.id);
}

export const whoMayEdit = "You can read this. Managers and above change every agent; Builders change the agents they made.";
