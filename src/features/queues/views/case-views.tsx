import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { caseList } from "#contract/queues/case-list.ts";
import { createCaseView, deleteCaseView, updateCaseView } from "#contract/queues/case-views.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { viewsRead } from "#features/queues/queries.ts";
import { useFieldWords } from "#features/queues/filter/use-field-words.ts";
import { useViewsOf, type ViewShelf } from "#lists/use-list-views.ts";
import { ViewMenu } from "#lists/view-menu.tsx";

interface CaseViewsProps {
  teamId: string;
  queueId: string;
  search: CaseSearch;
}

/** The saved views of a queue's cases. */
export function CaseViews({ teamId, queueId, search: { layout, ...search } }: CaseViewsProps) {
  const params = { queue_id: queueId };
  const words = useFieldWords(queueId);
  const views = useQuery(viewsRead(queueId)).data?.views ?? [];
  const create = useWrite(createCaseView);
  const update = useWrite(updateCaseView);
  const remove = useWrite(deleteCaseView);
  const shelf: ViewShelf = {
    views,
    create: (body) => create.mutateAsync({ params, body }),
    update: (view_id, body) => update.mutateAsync({ params: { ...params, view_id }, body }),
    remove: (view_id) => remove.mutateAsync({ params: { ...params, view_id } }),
  };
  const linkOf = (shows: CaseSearch) => ({
    to: "/t/$teamId/queues/$queueId",
    params: { teamId, queueId },
    // A board shows every state: a view of one is a table.
    search: { ...shows, ...(layout && shows.status === undefined ? { layout } : {}) },
  });
  return <ViewMenu source={useViewsOf({ list: caseList, shelf, search, linkOf, words })} />;
}
