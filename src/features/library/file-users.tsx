import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { type FileUser, listFileUsers } from "#contract/library/file-versions.ts";
import { AnyLink } from "#ui/link.tsx";

/** The agents that the names of a list belong to. */
interface NamedAgent {
  readonly id: string;
  readonly name: string;
}

/** Agents whose live revision or a draft names the file. */
export function useFileUsers(teamId: string, path: string): readonly NamedAgent[] {
  const { data } = useQuery(read(listFileUsers, { params: { teamId, path } }));
  return agentsOf(data?.users ?? []);
}

/** Each agent once, however many of its revisions name the file. */
function agentsOf(users: readonly FileUser[]): readonly NamedAgent[] {
  return [...new Map(users.map(({ agent_id, agent_name }) => [agent_id, { id: agent_id, name: agent_name }])).values()];
}

export function AgentLinks({ teamId, agents }: { teamId: string; agents: readonly NamedAgent[] }) {
  return agents.map((agent, at) => (
    <span key={agent.id}>
      {at > 0 ? ", " : ""}
      <AnyLink
        link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id })}
        className="text-accent-ink underline underline-offset-2"
      >
        {agent.name}
      </AnyLink>
    </span>
  ));
}
