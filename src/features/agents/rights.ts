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

export const whoMayEdit = "Read only. Managers can change any agent, Builders only their own.";
