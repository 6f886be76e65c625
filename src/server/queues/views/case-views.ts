import type * as contract from "#contract/queues/case-views.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import type { Place } from "#server/teams/lists/list-views.store.ts";
import { createViewIn, deleteViewIn, updateViewIn, viewsIn } from "#server/teams/lists/views-in.ts";

export const caseViewHandlers: Handlers<typeof contract> = {
  listCaseViews: ({ params, query }, context) => viewsIn(placeOf(params, context), query, context),

  async createCaseView({ params, body }, context) {
    // A view refers to its queue by no foreign key, because teams have views too.
    if (!(await lockQueue(context.db, params.queue_id, "key share"))) throw refuse("not_found");
    return createViewIn(placeOf(params, context), body, context);
  },

  updateCaseView: ({ params, body }, context) => updateViewIn(placeOf(params, context), params.view_id, body, context),
  deleteCaseView: ({ params }, context) => deleteViewIn(placeOf(params, context), params.view_id, context),
};

function placeOf({ queue_id }: { queue_id: string }, { team }: Pick<Context, "team">): Place {
  return { team_id: team.id, place_id: queue_id, list: "cases" };
}
