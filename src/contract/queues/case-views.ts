import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { createListView, deleteListView, listListViews, updateListView } from "#contract/teams/list-views.ts";
import { mayChangeView } from "#contract/teams/rights.ts";
import { z } from "#contract/zod.ts";

// A view of a queue's cases is what a view of any other list is; only its address is the queue's. What it shows is read by `case-list.ts`.

const area = "Queues";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const inQueue = z.strictObject({ queue_id: idOf("queue") });
const one = inQueue.extend({ view_id: idOf("list_view") });
const ours = "People come back to the same few filters, and teams share them.";

export const listCaseViews = endpoint({
  name: "listCaseViews",
  method: "GET",
  path: "/v2/queues/{queue_id}/case-views",
  area,
  summary: "The caller's own saved views of a queue's cases and those of the team, by name",
  access,
  reads: ["list_view"],
  ours,
  params: inQueue,
  query: listListViews.query,
  reply: listListViews.reply,
});

export const createCaseView = endpoint({
  name: "createCaseView",
  method: "POST",
  path: "/v2/queues/{queue_id}/case-views",
  area,
  summary: "Save a view of a queue's cases, for oneself or, as a Manager, the team (at most 50 each)",
  access,
  may: mayChangeView,
  changes: ["list_view"],
  ours,
  params: inQueue,
  body: createListView.body,
  reply: createListView.reply,
  status: 201,
  errors: ["forbidden", "name_taken", "too_many"],
  creates: "replayed",
});

export const updateCaseView = endpoint({
  name: "updateCaseView",
  method: "PATCH",
  path: "/v2/queues/{queue_id}/case-views/{view_id}",
  area,
  summary: "Rename a saved view, or change what it shows",
  access,
  may: mayChangeView,
  changes: ["list_view"],
  ours,
  params: one,
  body: updateListView.body,
  reply: updateListView.reply,
  errors: ["forbidden", "name_taken"],
});

export const deleteCaseView = endpoint({
  name: "deleteCaseView",
  method: "DELETE",
  path: "/v2/queues/{queue_id}/case-views/{view_id}",
  area,
  summary: "Delete a saved view",
  access,
  may: mayChangeView,
  changes: ["list_view"],
  ours,
  params: one,
  reply: deleteListView.reply,
  errors: ["forbidden"],
});
