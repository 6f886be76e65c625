import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, page, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { mayChangeView } from "./rights.ts";
import { z } from "#contract/zod.ts";
import { maxViews, teamList, viewedList, viewScopes } from "./lists.ts";

export const ListView = record("ListView", {
  id: uuid,
  team_id: uuid,
  list: viewedList,
  name: nameUpTo(100),
  scope: z.enum(viewScopes),
  /** Filters and order as the address of the list has them behind `?`, as in `status=failed&since=7d`. The place in the list is no part of it. */
  search: text(0, 8000),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ListView = z.output<typeof ListView>;

const area = "Team";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const ofList = z.strictObject({ teamId: idOf("team"), list: teamList });
const one = ofList.extend({ view_id: idOf("list_view") });
const reply = z.strictObject({ view: ListView });
const ours = "People come back to the same few filters, and teams share them, in every list as in the cases of a queue.";
const { name, scope, search } = ListView.shape;

export const listListViews = endpoint({
  name: "listListViews",
  method: "GET",
  path: "/v2/teams/{teamId}/lists/{list}/views",
  area,
  summary: "The caller's own saved views of a list and those of the team, by name",
  access,
  reads: ["list_view"],
  ours,
  params: ofList,
  query: z.strictObject(page(2 * maxViews, 2 * maxViews)),
  reply: z.strictObject({ views: z.array(ListView), total: int53 }),
});

export const createListView = endpoint({
  name: "createListView",
  method: "POST",
  path: "/v2/teams/{teamId}/lists/{list}/views",
  area,
  summary: "Save a view of a list, for oneself or, as a Manager, the team (at most 50 each)",
  access,
  may: mayChangeView,
  changes: ["list_view"],
  ours,
  params: ofList,
  body: z.strictObject({ name, scope, search }),
  reply,
  status: 201,
  errors: ["forbidden", "name_taken", "too_many"],
  creates: "replayed",
});

export const updateListView = endpoint({
  name: "updateListView",
  method: "PATCH",
  path: "/v2/teams/{teamId}/lists/{list}/views/{view_id}",
  area,
  summary: "Rename a saved view, or change what it shows",
  access,
  may: mayChangeView,
  changes: ["list_view"],
  ours,
  params: one,
  body: z.strictObject({ name, search }).partial(),
  reply,
  errors: ["forbidden", "name_taken"],
});

export const deleteListView = endpoint({
  name: "deleteListView",
  method: "DELETE",
  path: "/v2/teams/{teamId}/lists/{list}/views/{view_id}",
  area,
  summary: "Delete a saved view",
  access,
  may: mayChangeView,
  changes: ["list_view"],
  ours,
  params: one,
  reply: Success,
  errors: ["forbidden"],
});
