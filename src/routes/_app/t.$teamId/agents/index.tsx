import { createFileRoute } from "@tanstack/react-router";
import { AgentList } from "#features/agents/agent/agent-list.tsx";
import { agentsRead, foldersRead } from "#features/agents/queries.ts";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { address, id, offset, textUpTo } from "#ui/address.ts";

interface Search {
  search?: string;
  /** A folder's id, or `root` for agents in none. */
  folder?: string;
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/agents/")({
  validateSearch: address<Search>({ search: textUpTo(200), folder: (raw) => (raw === "root" ? raw : id(raw)), offset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(agentsRead(teamId, deps));
    void queryClient.prefetchQuery(foldersRead(teamId));
  },
  component: function AgentListRoute() {
    const { teamId } = Route.useParams();
    return <AgentList running={<RunningJobs teamId={teamId} kinds={["agent_deleted", "agent_moved"]} />} />;
  },
});
