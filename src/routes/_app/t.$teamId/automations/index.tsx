import { createFileRoute } from "@tanstack/react-router";
import { AutomationList } from "#features/agents/automations/automation-list.tsx";
import { automationsRead } from "#features/agents/automations/automation-queries.ts";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { knownSearch } from "#ui/known-search.ts";

interface Search {
  search?: string;
  deleted?: true;
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/automations/")({
  validateSearch: knownSearch<Search>(({ search, deleted, offset }) => ({
    // A search for a number arrives as one.
    ...(typeof search === "string" || typeof search === "number" ? { search: String(search).slice(0, 200) } : {}),
    ...(deleted === true ? { deleted } : {}),
    ...(typeof offset === "number" && Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}),
  })),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(automationsRead(teamId, deps));
  },
  component: function AutomationListRoute() {
    const { teamId } = Route.useParams();
    return <AutomationList running={<RunningJobs teamId={teamId} kinds={["automation_deleted"]} />} />;
  },
});
