import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import type { ViewSource } from "#api/view-source.ts";
import { createCaseView, deleteCaseView, updateCaseView } from "#contract/queues/case-views.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { viewsRead } from "#features/queues/queries.ts";
import { searchOfView, shownInWords, showsSame, viewOfSearch } from "./view-filters.ts";

/** The saved views of a queue's cases. */
export function useCaseViews(teamId: string, queueId: string, { layout, ...shown }: CaseSearch): ViewSource<CaseSearch> {
  const views = useQuery(viewsRead(queueId)).data?.views ?? [];
  const create = useWrite(createCaseView);
  const update = useWrite(updateCaseView);
  const remove = useWrite(deleteCaseView);
  const params = { queue_id: queueId };
  return {
    views: views.map((view) => ({ id: view.id, name: view.name, scope: view.scope, shows: searchOfView(view) })),
    shown,
    title: "Views of this queue",
    same: showsSame,
    inWords: shownInWords,
    linkOf: (shows) => ({
      to: "/t/$teamId/queues/$queueId",
      params: { teamId, queueId },
      // A board shows every state: a view of one is a table.
      search: { ...shows, ...(layout && shows.status === undefined ? { layout } : {}) },
    }),
    create: ({ name, scope, shows }) => create.mutateAsync({ params, body: { name, scope, ...viewOfSearch(shows) } }),
    update: ({ id }, { name, shows }) =>
      update.mutateAsync({
        params: { ...params, view_id: id },
        body: { ...(name === undefined ? {} : { name }), ...(shows ? viewOfSearch(shows) : {}) },
      }),
    remove: ({ id }) => remove.mutateAsync({ params: { ...params, view_id: id } }),
  };
}
