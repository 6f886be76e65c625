import type { Parsed, Reply } from "#contract/endpoint.ts";
import type { createListView, deleteListView, listListViews, ListView, updateListView } from "#contract/teams/list-views.ts";
import { maxViews, type ViewScope } from "#contract/teams/lists.ts";
import { mayChangeView, seesView } from "#contract/teams/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { countViews, insertView, lockView, pageOfViews, type Place, removeView, updateView, type ViewRecord } from "./list-views.store.ts";

// What can be done with the saved views of one list, whoever's list it is.

export async function viewsIn(
  place: Place,
  page: Parsed<typeof listListViews>["query"],
  { db, caller }: Context,
): Promise<Reply<typeof listListViews>> {
  const { rows, total } = await pageOfViews(db, place, caller.userId, page);
  return { views: rows.map(toView), total };
}

export async function createViewIn(
  place: Place,
  { scope, ...body }: Parsed<typeof createListView>["body"],
  context: Context,
): Promise<Reply<typeof createListView>> {
  requireRight(context, scope);
  const owner_id = scope === "personal" ? context.caller.userId : null;
  if ((await countViews(context.db, place, owner_id)) >= maxViews) throw full(owner_id);
  const made = await insertView(context.db, { ...body, ...place, owner_id });
  if (!made) throw taken(body.name);
  return { view: toView(made) };
}

export async function updateViewIn(
  place: Place,
  viewId: string,
  body: Parsed<typeof updateListView>["body"],
  context: Context,
): Promise<Reply<typeof updateListView>> {
  const before = await holdView(place, viewId, context);
  const view = await updateView(context.db, before.id, body);
  if (!view) throw taken(body.name ?? before.name);
  return { view: toView(view) };
}

export async function deleteViewIn(place: Place, viewId: string, context: Context): Promise<Reply<typeof deleteListView>> {
  const { id } = await holdView(place, viewId, context);
  await removeView(context.db, id);
  return { success: true };
}

/** Holds a view that the caller may change. Another person's own view is absent for everybody else. */
async function holdView(place: Place, viewId: string, context: Context): Promise<ViewRecord> {
  const view = await lockView(context.db, place, viewId);
  if (!view || !seesView(view, context.caller)) throw refuse("not_found");
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

function toView({ owner_id, place_id: _, ...view }: ViewRecord): ListView {
  return { ...view, scope: owner_id === null ? "team" : "personal" };
}
