import { createFileRoute } from "@tanstack/react-router";
import { AgentList } from "#features/agents/agent/agent-list.tsx";
import { agentsRead, foldersRead } from "#features/agents/queries.ts";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { knownSearch } from "#ui/known-search.ts";

interface Search {
  search?: string;
  /** A folder's id, or `root` for agents in none. */
  folder?: string;
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/agents/")({
  validateSearch: knownSearch<Search>(({ search, folder, offset }) => ({
    // A search for a number arrives as one.
    ...(typeof search === "string" || typeof search === "number" ? { search: String(search).slice(0, 200) } : {}),
    ...(typeof folder === "string" && /^(root|[0-9a-f-]{36})$/.test(folder) ? { folder } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  })),
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
