import { mayChangeView } from "#contract/teams/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type * as contract from "#contract/teams/list-views.ts";
import type { ListView } from "#contract/teams/list-views.ts";
import { maxViews, type ViewedList, type ViewScope } from "#contract/teams/lists.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { countViews, insertView, lockView, pageOfViews, removeView, updateView, type ViewRecord } from "./list-views.store.ts";

export const listViewHandlers: Handlers<typeof contract> = {
  async listListViews({ params, query }, { db, caller }) {
    const { rows, total } = await pageOfViews(db, params, caller.userId, query);
    return { views: rows.map(toView), total };
  },

  async createListView({ params, body: { scope, ...body } }, context) {
    requireRight(context, scope);
    const owner_id = scope === "personal" ? context.caller.userId : null;
    if ((await countViews(context.db, params, owner_id)) >= maxViews) throw full(owner_id);
    const made = await insertView(context.db, { ...body, team_id: params.teamId, list: params.list, owner_id });
    if (!made) throw taken(body.name);
    return { view: toView(made) };
  },

  async updateListView({ params, body }, context) {
    const before = await holdView(context, params);
    const view = await updateView(context.db, before.id, body);
    if (!view) throw taken(body.name ?? before.name);
    return { view: toView(view) };
  },

  async deleteListView({ params }, context) {
    const { id } = await holdView(context, params);
    await removeView(context.db, id);
    return { success: true };
  },
};

/** Holds a view that the caller may change. Another person's own view is absent for everybody else. */
async function holdView(context: Context, params: { teamId: string; list: ViewedList; view_id: string }): Promise<ViewRecord> {
  const { db, caller } = context;
  const view = await lockView(db, params, params.view_id);
  if (!view || (view.owner_id !== null && view.owner_id !== caller.userId)) throw refuse("not_found");
  requireRight(context, view.owner_id === null ? "team" : "personal");
  return view;
}

function requireRight(context: Context, scope: ViewScope): void {
  if (!mayChangeView({ scope }, whoOf(context))) throw refuse("forbidden", "Managers and above save views for the team.");
}

function full(ownerId: string | null) {
  return refuse("too_many", `${ownerId === null ? "The team has" : "You have"} ${maxViews} views of this list. Delete one first.`);
}

function taken(name: string) {
  return refuse("name_taken", `A view named “${name}” already exists.`);
}

function toView({ owner_id, ...view }: ViewRecord): ListView {
  return { ...view, scope: owner_id === null ? "team" : "personal" };
}
