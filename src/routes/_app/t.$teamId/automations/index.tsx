import { createFileRoute } from "@tanstack/react-router";
import { AutomationList } from "#features/agents/automations/automation-list.tsx";
import { automationsRead } from "#features/agents/automations/automation-queries.ts";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { address, flag, offset, textUpTo } from "#ui/address.ts";

interface Search {
  search?: string;
  deleted?: true;
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/automations/")({
  validateSearch: address<Search>({ search: textUpTo(200), deleted: flag, offset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(automationsRead(teamId, deps));
  },
  component: function AutomationListRoute() {
    const { teamId } = Route.useParams();
    return <AutomationList running={<RunningJobs teamId={teamId} kinds={["automation_deleted"]} />} />;
  },
});
