import { createFileRoute } from "@tanstack/react-router";
import { AgentList } from "#features/agents/agent/agent-list.tsx";
import { agentsRead, foldersRead } from "#features/agents/queries.ts";
import { agentsInWords, agentsFields, readAgentsSearch, type AgentsSearch } from "#features/agents/agents-search.ts";
import { ListViews } from "#features/lists/list-views.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { address, readOffset } from "#ui/address.ts";

interface Search extends AgentsSearch {
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/agents/")({
  validateSearch: address<Search>({ ...agentsFields, offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(agentsRead(teamId, deps));
    void queryClient.prefetchQuery(foldersRead(teamId));
  },
  component: function AgentListRoute() {
    const { teamId } = Route.useParams();
    const search = Route.useSearch();
    return (
      <AgentList
        running={<RunningJobs teamId={teamId} kinds={["agent_deleted", "agent_moved"]} />}
        views={
          <ListViews {...{ teamId, search }} list="agents" to="/t/$teamId/agents" readShown={readAgentsSearch} inWords={agentsInWords} />
        }
      />
    );
  },
});
