import type * as contract from "#contract/teams/list-views.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import type { Place } from "./list-views.store.ts";
import { createViewIn, deleteViewIn, updateViewIn, viewsIn } from "./views-in.ts";

export const listViewHandlers: Handlers<typeof contract> = {
  listListViews: ({ params, query }, context) => viewsIn(placeOf(params), query, context),
  createListView: ({ params, body }, context) => createViewIn(placeOf(params), body, context),
  updateListView: ({ params, body }, context) => updateViewIn(placeOf(params), params.view_id, body, context),
  deleteListView: ({ params }, context) => deleteViewIn(placeOf(params), params.view_id, context),
};

function placeOf({ teamId, list }: { teamId: string; list: Place["list"] }): Place {
  return { team_id: teamId, place_id: teamId, list };
}
