import { useMay } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import type { Automation } from "#contract/agents/automations.ts";

/** As for agents: Managers change every automation, Builders those they made. The service decides again. */
export function useMayChange(): (automation: Pick<Automation, "created_by">) => boolean {
  const { user } = useSession();
  const manages = useMay("team:manager");
  const builds = useMay("team:builder");
  return ({ created_by }) => manages || (builds && created_by === user.id);
}

export const whoMayChange = "Read only. Managers can change any automation, Builders only their own.";
