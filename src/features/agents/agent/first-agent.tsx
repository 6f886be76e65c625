import { Bot, Loader, Plus } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { useSampleComing } from "#api/sample.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";

/** A team has no agent yet: what it begins with. */
export function FirstAgent({ teamId }: { teamId: string }) {
  const builds = useMay(createAgent);
  if (useSampleComing(teamId)) {
    return (
      <EmptyState icon={Loader} title="Setting up the sample workspace">
        Agents will appear here as they are ready, and start their first runs.
      </EmptyState>
    );
  }
  const create = builds ? (
    <LinkButton tone="primary" icon={Plus} link={pathTo("/t/$teamId/agents/new", { teamId })}>
      New agent
    </LinkButton>
  ) : null;
  return (
    <EmptyState icon={Bot} title="No agents yet" action={create}>
      An agent does one kind of work. It follows your instructions or runs a Python program.
      {builds ? null : " Builders and above can create agents."}
    </EmptyState>
  );
}
