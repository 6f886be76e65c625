import { useQuery } from "@tanstack/react-query";
import type { AgentRow } from "#contract/agents/agents.ts";
import { AnyLink } from "#ui/link.tsx";
import { agentsOf } from "./queries.ts";

/** Agents whose newest revision names the file. */
export function useFileUsers(teamId: string, path: string): readonly AgentRow[] {
  const { data } = useQuery(agentsOf(teamId));
  return data?.agents.filter((agent) => agent.latest_build?.config?.data.files?.includes(path)) ?? [];
}

export function AgentLinks({ teamId, agents }: { teamId: string; agents: readonly AgentRow[] }) {
  return agents.map((agent, at) => (
    <span key={agent.id}>
      {at > 0 ? ", " : ""}
      <AnyLink link={`/t/${teamId}/agents/${agent.id}`} className="text-accent-ink underline underline-offset-2">
        {agent.name}
      </AnyLink>
    </span>
  ));
}
