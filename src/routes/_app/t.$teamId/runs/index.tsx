import { createFileRoute } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { StartAny } from "#features/agents/start/start-any.tsx";
import { runPages } from "#features/runs/queries.ts";
import { RunListPage } from "#features/runs/run-list-page.tsx";
import { runList } from "#contract/runs/run-list.ts";
import { addressOf } from "#lists/list-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/runs/")({
  validateSearch: addressOf<typeof runList>(runList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { teamId }, deps, location, cause }) => {
    // A list is of the entry of the history that shows it; a link that is only hovered has none.
    if (cause === "preload") return;
    const session = await queryClient.ensureQueryData(sessionQuery);
    const scope = { teamId, filters: deps, me: session?.user.id ?? "" };
    const first = queryClient.prefetchInfiniteQuery(runPages(scope, location.state.__TSR_key ?? "first"));
    // An answer that is about to be there is drawn at once, instead of a page without it and then the page.
    if (cause === "enter") await Promise.race([first, new Promise((go) => setTimeout(go, 150))]);
  },
  component: () => <RunListPage start={(teamId) => <StartAny teamId={teamId} />} />,
});
