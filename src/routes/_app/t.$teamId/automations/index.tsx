import { createFileRoute } from "@tanstack/react-router";
import { AutomationList } from "#features/agents/automations/automation-list.tsx";
import { automationsRead } from "#features/agents/automations/automation-queries.ts";
import {
  automationsInWords,
  automationsFields,
  readAutomationsSearch,
  type AutomationsSearch,
} from "#features/agents/automations-search.ts";
import { ListViews } from "#features/lists/list-views.tsx";
import { RunningJobs } from "#features/runs/jobs/running-jobs.tsx";
import { address, readOffset } from "#ui/address.ts";

interface Search extends AutomationsSearch {
  offset?: number;
}

export const Route = createFileRoute("/_app/t/$teamId/automations/")({
  validateSearch: address<Search>({ ...automationsFields, offset: readOffset }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(automationsRead(teamId, deps));
  },
  component: function AutomationListRoute() {
    const { teamId } = Route.useParams();
    const search = Route.useSearch();
    return (
      <AutomationList
        running={<RunningJobs teamId={teamId} kinds={["automation_deleted", "revision_activated"]} />}
        views={
          <ListViews
            {...{ teamId, search }}
            list="automations"
            to="/t/$teamId/automations"
            readShown={readAutomationsSearch}
            inWords={automationsInWords}
          />
        }
      />
    );
  },
});
