import { and, count, eq, isNull, or, sql } from "drizzle-orm";
import type * as contract from "#contract/queues/case-views.ts";
import { type CaseView, type ViewScope, maxViews } from "#contract/queues/case-views.ts";
import { atLeast } from "#contract/roles.ts";
import { newId } from "#server/db/columns.ts";
import { unlessDuplicate } from "#server/db/duplicate.ts";
import { caseViews } from "#server/db/tables/case-views.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { refuse } from "#server/http/refusal.ts";
import { lockQueue } from "./queues.store.ts";

type ViewRecord = typeof caseViews.$inferSelect;

export const caseViewHandlers: Handlers<typeof contract> = {
  async listCaseViews({ params, query }, { db, caller }) {
    const visible = and(eq(caseViews.queue_id, params.queue_id), or(isNull(caseViews.owner_id), eq(caseViews.owner_id, caller.userId)));
    const [rows, [counted]] = await Promise.all([
      db
        .select()
        .from(caseViews)
        .where(visible)
        .orderBy(sql`${caseViews.name} collate "und-x-icu"`, caseViews.id)
        .limit(query.limit)
        .offset(query.offset),
      db.select({ total: count() }).from(caseViews).where(visible),
    ]);
    return { views: rows.map(toView), total: counted?.total ?? 0 };
  },

  async createCaseView({ params: { queue_id }, body: { scope, ...body } }, context) {
    const { db, caller } = context;
    requireRight(context, scope);
    // One at a time, so that the last place is taken once.
    if (!(await lockQueue(db, queue_id))) throw refuse("not_found");
    const owner_id = scope === "personal" ? caller.userId : null;
    await requireRoom(context, queue_id, owner_id);
    const nothing = { status: null, priority: null, label: null, search: null, sort_order: "desc" as const };
    const row = { ...nothing, ...body, id: newId(), queue_id, owner_id };
    const [made] = (await unlessDuplicate(db, (tx) => tx.insert(caseViews).values(row).returning())) ?? [];
    if (!made) throw taken(body.name);
    changed(context, queue_id);
    return { view: toView(made) };
  },

  async updateCaseView({ params, body }, context) {
    const before = await holdView(context, params);
    const set = { ...body, updated_at: sql`now()` };
    const write = () => unlessDuplicate(context.db, (tx) => tx.update(caseViews).set(set).where(eq(caseViews.id, before.id)).returning());
    const [view] = (await write()) ?? [];
    if (!view) throw taken(body.name ?? before.name);
    changed(context, params.queue_id);
    return { view: toView(view) };
  },

  async deleteCaseView({ params }, context) {
    const { id } = await holdView(context, params);
    await context.db.delete(caseViews).where(eq(caseViews.id, id));
    changed(context, params.queue_id);
    return { success: true };
  },
};

/** Holds a view that the caller may change. Somebody else's own does not exist for anybody. */
async function holdView(context: Context, { queue_id, view_id }: { queue_id: string; view_id: string }): Promise<ViewRecord> {
  const { db, caller } = context;
  const [view] = await db
    .select()
    .from(caseViews)
    .where(and(eq(caseViews.queue_id, queue_id), eq(caseViews.id, view_id)))
    .for("update");
  if (!view || (view.owner_id !== null && view.owner_id !== caller.userId)) throw refuse("not_found");
  requireRight(context, view.owner_id === null ? "team" : "personal");
  return view;
}

function requireRight({ team }: Context, scope: ViewScope): void {
  if (scope === "team" && !atLeast(team.role, "team:manager")) throw refuse("forbidden", "Managers and above save views for the team.");
}

async function requireRoom({ db }: Context, queueId: string, ownerId: string | null): Promise<void> {
  const whose = ownerId === null ? isNull(caseViews.owner_id) : eq(caseViews.owner_id, ownerId);
  const [row] = await db
    .select({ n: count() })
    .from(caseViews)
    .where(and(eq(caseViews.queue_id, queueId), whose));
  if ((row?.n ?? 0) >= maxViews) {
    const who = ownerId === null ? "The team has" : "You have";
    throw refuse("too_many", `${who} ${maxViews} views of this queue already. Delete one first.`);
  }
}

function toView({ owner_id, ...view }: ViewRecord): CaseView {
  return { ...view, scope: owner_id === null ? "team" : "personal" };
}

function taken(name: string) {
  return refuse("name_taken", `There is a view “${name}” already.`);
}

function changed({ afterCommit, live, team }: Context, queueId: string): void {
  afterCommit(() => live.publish({ teamId: team.id, topic: "queues", id: queueId }));
}
