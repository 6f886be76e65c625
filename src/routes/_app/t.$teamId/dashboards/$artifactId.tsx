import { createFileRoute } from "@tanstack/react-router";
import { chosenIn, type ViewSearch, readViewSearch } from "#features/dashboards/dashboards-search.ts";
import { DashboardPage } from "#features/dashboards/page/dashboard-page.tsx";
import { dashboardRead, viewRead } from "#features/dashboards/queries.ts";
import { knownSearch } from "#ui/known-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/dashboards/$artifactId")({
  validateSearch: knownSearch<ViewSearch>(readViewSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { artifactId }, deps, cause }) => {
    if (cause === "preload") return queryClient.prefetchQuery(dashboardRead(artifactId));
    void queryClient.fetchQuery(dashboardRead(artifactId)).then(
      ({ artifact }) =>
        artifact.html_code_present ? queryClient.prefetchQuery(viewRead(artifactId, chosenIn(deps), deps.version)) : undefined,
      () => undefined,
    );
    return undefined;
  },
  component: DashboardPage,
});
