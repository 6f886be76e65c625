import { createFileRoute } from "@tanstack/react-router";
import { agentList } from "#contract/agents/agent-list.ts";
import { AgentList } from "#features/agents/list/agent-list.tsx";
import { agentsRead, foldersRead } from "#features/agents/queries.ts";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/agents/")({
  validateSearch: addressOf<typeof agentList, Paged>(agentList, { offset: readOffset }),
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
