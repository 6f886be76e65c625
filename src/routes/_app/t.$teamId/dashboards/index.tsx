import { createFileRoute } from "@tanstack/react-router";
import { type DashboardsSearch, dashboardsFields } from "#features/dashboards/dashboards-search.ts";
import { DashboardsPage } from "#features/dashboards/list/dashboards-page.tsx";
import { dashboardsRead } from "#features/dashboards/queries.ts";
import { address } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/dashboards/")({
  validateSearch: address<DashboardsSearch>(dashboardsFields),
  loader: ({ context: { queryClient }, params: { teamId } }) => {
    void queryClient.prefetchQuery(dashboardsRead(teamId, "created"));
    void queryClient.prefetchQuery(dashboardsRead(teamId, "team"));
  },
  component: DashboardsPage,
});
