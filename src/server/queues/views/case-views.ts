import type * as contract from "#contract/queues/case-views.ts";
import type { CaseView } from "#contract/queues/case-views.ts";
import { maxViews, type ViewScope } from "#contract/teams/lists.ts";
import { mayChangeView } from "#contract/teams/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type ViewRecord, countViews, insertView, listViews, lockView, removeView, updateView } from "./case-views.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

export const caseViewHandlers: Handlers<typeof contract> = {
  async listCaseViews({ params, query }, { db, caller }) {
    const { rows, total } = await listViews(db, params.queue_id, caller.userId, query);
    return { views: rows.map(toView), total };
  },

  async createCaseView({ params: { queue_id }, body: { scope, ...body } }, context) {
    const { db, caller } = context;
    requireRight(context, scope);
    // One at a time, so that the last place is taken once.
    if (!(await lockQueue(db, queue_id))) throw refuse("not_found");
    const owner_id = scope === "personal" ? caller.userId : null;
    await requireRoom(context, queue_id, owner_id);
    const nothing = { status: null, priority: null, label: null, search: null, sort_order: "desc" as const };
    const made = await insertView(db, { ...nothing, ...body, queue_id, owner_id });
    if (!made) throw taken(body.name);
    return { view: toView(made) };
  },

  async updateCaseView({ params, body }, context) {
    const before = await holdView(context, params);
    const view = await updateView(context.db, before.id, body);
    if (!view) throw taken(body.name ?? before.name);
    return { view: toView(view) };
  },

  async deleteCaseView({ params }, context) {
    const { id } = await holdView(context, params);
    await removeView(context.db, id);
    return { success: true };
  },
};

/** Holds a view that the caller may change. Somebody else's own does not exist for anybody. */
async function holdView(context: Context, { queue_id, view_id }: { queue_id: string; view_id: string }): Promise<ViewRecord> {
  const { db, caller } = context;
  const view = await lockView(db, queue_id, view_id);
  if (!view || (view.owner_id !== null && view.owner_id !== caller.userId)) throw refuse("not_found");
  requireRight(context, view.owner_id === null ? "team" : "personal");
  return view;
}

function requireRight(context: Context, scope: ViewScope): void {
  if (!mayChangeView({ scope }, whoOf(context))) throw refuse("forbidden", "Managers and above save views for the team.");
}

async function requireRoom({ db }: Context, queueId: string, ownerId: string | null): Promise<void> {
  if ((await countViews(db, queueId, ownerId)) >= maxViews) {
    const who = ownerId === null ? "The team has" : "You have";
    throw refuse("too_many", `${who} ${maxViews} views of this queue. Delete one first.`);
  }
}

function toView({ owner_id, ...view }: ViewRecord): CaseView {
  return { ...view, scope: owner_id === null ? "team" : "personal" };
}

function taken(name: string) {
  return refuse("name_taken", `A view named “${name}” already exists.`);
}
