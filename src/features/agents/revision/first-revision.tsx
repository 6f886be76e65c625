import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read, useWrite } from "#api/query.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { startingConfig, startingModel } from "#features/agents/fields/start-texts.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { toastFailed } from "#ui/toast.ts";

/** Writes a first draft from the starting text, for an agent that was made without a revision. */
export function FirstRevision({ teamId, agent }: { teamId: string; agent: Agent }) {
  const go = useGo();
  const capabilities = useQuery(read(getCapabilities));
  const create = useWrite(createRevision, {
    onSuccess: ({ build }) => go(pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent.id, buildId: build.id })),
  });
  const write = () => {
    // A draft names a model. Its editor shows the others.
    const model = capabilities.data && (startingModel(capabilities.data) ?? capabilities.data.models[0]?.name);
    const config = startingConfig(agent.type, model ?? scriptedModelName);
    create.mutate({ params: { agent_id: agent.id }, body: { name: "First revision", config } }, { onError: toastFailed });
  };
  return (
    <Button tone="primary" icon={Plus} pending={create.isPending} onClick={write}>
      Write the first revision
    </Button>
  );
}
