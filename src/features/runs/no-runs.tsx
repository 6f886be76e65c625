import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";

/** There never was a run. `show`: until now. */
export function NoRuns({ teamId, show }: { teamId: string; show: ReactNode }) {
  const manages = useRule(seesAllRuns);
  return (
    <EmptyState
      icon={Play}
      title={manages ? "No runs yet" : "No runs of yours yet"}
      action={show ?? <LinkButton link={pathTo("/t/$teamId/agents", { teamId })}>Choose an agent</LinkButton>}
    >
      A run is one piece of work by an agent: its task, each step it took, and the result. Start one from an agent’s page.
    </EmptyState>
  );
}
