import { createFileRoute } from "@tanstack/react-router";
import { automationList } from "#contract/agents/automation-list.ts";
import { AutomationList } from "#features/agents/automations/automation-list.tsx";
import { automationsRead } from "#features/agents/automations/automation-queries.ts";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { addressOf, type Paged } from "#lists/list-search.ts";
import { readOffset } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/automations/")({
  validateSearch: addressOf<typeof automationList, Paged>(automationList, { offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(automationsRead(teamId, deps));
  },
  component: function AutomationListRoute() {
    const { teamId } = Route.useParams();
    return <AutomationList running={<RunningJobs teamId={teamId} kinds={["automation_deleted", "revision_activated"]} />} />;
  },
});
