import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, page, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { mayChangeView } from "#contract/teams/rights.ts";
import { z } from "#contract/zod.ts";
import { NamedLabel, caseFilters, casePriorities } from "./case.ts";
import { caseSearch } from "./case-filters.ts";
import { maxViews, viewScopes } from "#contract/teams/lists.ts";

export const sortOrders = ["asc", "desc"] as const;

/** What a list of cases shows, and in which order of their making. Null: everything. */
const shown = {
  status: z.enum(caseFilters).nullable(),
  priority: z.enum(casePriorities).nullable(),
  label: NamedLabel.nullable(),
  search: caseSearch.nullable(),
  sort_order: z.enum(sortOrders),
};

export const CaseView = record("CaseView", {
  id: uuid,
  queue_id: uuid,
  name: nameUpTo(100),
  scope: z.enum(viewScopes),
  ...shown,
  created_at: timestamp,
  updated_at: timestamp,
});
export type CaseView = z.output<typeof CaseView>;

const area = "Queues";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const inQueue = z.strictObject({ queue_id: idOf("queue") });
const one = z.strictObject({ queue_id: idOf("queue"), view_id: idOf("case_view") });
const reply = z.strictObject({ view: CaseView });
const ours = "People come back to the same few filters, and teams share them.";

export const listCaseViews = endpoint({
  name: "listCaseViews",
  method: "GET",
  path: "/v2/queues/{queue_id}/case-views",
  area,
  summary: "The caller's own saved views of a queue's cases and those of the team, by name",
  access,
  reads: ["case_view"],
  ours,
  params: inQueue,
  query: z.strictObject(page(2 * maxViews, 2 * maxViews)),
  reply: z.strictObject({ views: z.array(CaseView), total: int53 }),
});

const changes = z.strictObject({ name: CaseView.shape.name, ...shown }).partial();

export const createCaseView = endpoint({
  name: "createCaseView",
  method: "POST",
  path: "/v2/queues/{queue_id}/case-views",
  area,
  summary: "Save a view of a queue's cases, for oneself or, as a Manager, for the team; each has room for 50 in a queue",
  access,
  may: mayChangeView,
  changes: ["case_view"],
  ours,
  params: inQueue,
  body: changes.extend({ name: CaseView.shape.name, scope: CaseView.shape.scope }),
  reply,
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
  changes: ["case_view"],
  ours,
  params: one,
  body: changes,
  reply,
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
  changes: ["case_view"],
  ours,
  params: one,
  reply: z.strictObject({ success: z.boolean() }),
  errors: ["forbidden"],
});
