import { sql } from "drizzle-orm";
import { type CaseCounts, type CaseStatus, caseFilters, casePriorities, casesIn } from "#contract/queues/case.ts";
import { cursorOf, listed, placeIn } from "#contract/queues/case-filters.ts";
import type * as contract from "#contract/queues/cases.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import { totalCaches } from "#server/platform/db/total-cache.ts";
import { whyNotTo } from "#server/queues/dispatch/postpone-to.ts";
import { clearQueue } from "./clear-queue.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { Written } from "#server/platform/http/written.ts";
import { findQueueSchema } from "#server/queues/schemas/case-schemas.store.ts";
import { countByState } from "./case-counts.store.ts";
import { type Selection, selectionOf } from "./case-conditions.ts";
import { moveTo } from "./case-acts.ts";
import { fieldOrderOf } from "./case-field-order.ts";
import { tellOfCases } from "./case-changes.ts";
import { listApprovalBatches, listCaseEvents } from "./case-history.store.ts";
import { listCasePage, writeCasePage } from "./case-list.store.ts";
import { interruptOwners, interruptsOf, partRuns } from "./case-owners.ts";
import { readCases } from "./case-record.ts";
import { holdCase, readCase } from "./require-case.ts";
import type { CaseOrder } from "./case-pages.ts";
import { isSettled } from "./case-state.ts";
import type { Matches } from "./case-totals.store.ts";
import { moveUndoably } from "./case-undo.store.ts";
import { addCases } from "./new-cases.store.ts";
import { patchCase, removeCases } from "./case-writes.store.ts";
import { findCaseDeletion } from "#server/queues/queues/queue-deletion.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

const matchesOf = totalCaches<Matches>();
const countsOf = totalCaches<CaseCounts>();

export const caseHandlers: Handlers<typeof contract, EngineContext> = {
  async listCases({ params, query }, { db, store }) {
    const { limit, offset, sort_by, sort_order, after, status, priority, ...rest } = query;
    const selection = await selectionOf(db, params.queue_id, {
      ...rest,
      status: listed(status, caseFilters),
      priority: listed(priority, casePriorities),
    });
    return pageOf(store, selection, { limit, offset, sort_by, sort_order, after });
  },

  async searchCases({ params, body }, { db, store }) {
    const { filters = {}, search, limit = 25, offset = 0, sort_field, ...order } = body;
    const selection = await selectionOf(db, params.queue_id, { ...filters, search });
    const schema = sort_field === undefined ? undefined : (await findQueueSchema(db, params.queue_id))?.schema;
    const field = sort_field === undefined ? undefined : fieldOrderOf(schema, sort_field);
    return pageOf(store, selection, { limit, offset, field, ...order });
  },

  async countCases({ params, body: { filters = {}, search } }, { db, store }) {
    const counts = await countByState(store, countsOf(store), await selectionOf(db, params.queue_id, { ...filters, search }));
    return { counts, total: casesIn(counts) };
  },

  async createCases({ params, body }, context) {
    const { db, caller } = context;
    const sent = body.cases ?? (body.case ? [body.case] : []);
    const place = (at: number) => (body.cases ? ["cases", at] : ["case"]);
    const added = await addCases(db, params.queue_id, sent, { userId: caller.userId }, place);
    tellOfCases(
      context,
      params.queue_id,
      added.map(({ id }) => id),
    );
    context.afterCommit(() => context.engine.wakeCases());
    return { added_cases: added };
  },

  async clearQueueCases({ params }, context) {
    if (!(await lockQueue(context.db, params.queue_id))) throw refuse("not_found");
    const cleared = await clearQueue(context, params.queue_id);
    if (cleared.deletedCount > 0) context.changed("case_attachment", "*");
    tellOfCases(context, params.queue_id, cleared.deletedCount > 0 ? ["*"] : []);
    return { success: true, ...cleared };
  },

  async getCase({ params }, { db }) {
    const [found, events, approvalBatches] = await Promise.all([
      readCase(db, params.case_id),
      listCaseEvents(db, params.case_id),
      listApprovalBatches(db, params.case_id),
    ]);
    return { case: found, events, approvalBatches };
  },

  async updateCase({ params, body: { status, postponed_to, expected_updated_at: expected, ...fields } }, context) {
    const { queueId, owners } = await holdCase(context, params.case_id);
    if (expected !== undefined) await requireUnchanged(context.db, params.case_id, expected);
    if (Object.keys(fields).length > 0) await patchCase(context.db, params.case_id, fields, { userId: context.caller.userId });
    const moved =
      (status !== undefined && (await setStatus(context, params.case_id, status))) ||
      (postponed_to !== undefined && (await postpone(context, params.case_id, postponed_to)));
    const interruptedRunIds = moved ? await partRuns(interruptsOf(context), owners) : [];
    const undo_event_id = (moved && moved.undoEventId) || null;
    tellOfCases(context, queueId, [params.case_id]);
    context.afterCommit(() => context.engine.wakeCases());
    return { case: await readCase(context.db, params.case_id), interruptedRunIds, undo_event_id };
  },

  async deleteCase({ params }, context) {
    const { queueId, owners } = await holdCase(context, params.case_id);
    await removeCases(context.db, sql`c.id = ${params.case_id}`);
    const interruptedRunIds = await interruptOwners(context, owners, "Its case was deleted.");
    tellOfCases(context, queueId, [params.case_id]);
    return { success: true, interruptedRunIds };
  },

  async previewCaseDeletion({ params }, { db }) {
    await readCase(db, params.case_id);
    return findCaseDeletion(db, params.case_id);
  },
};

/** One page, and the cursor of the one behind it. */
async function pageOf(
  store: Store,
  selection: Selection,
  {
    limit,
    offset,
    sort_by = "created_at",
    sort_order = "desc",
    after,
    field,
  }: Pick<CaseOrder, "limit" | "offset" | "after"> & Partial<CaseOrder>,
) {
  const order = { limit, offset, sort_by, sort_order, after: after && placeIn(after), field };
  const place = { limit, offset };
  const nextOf = ({ next }: { readonly next: string | null }) => next && cursorOf({ ...order, sort_field: field?.place }, next);
  if (selection.search || field) {
    const page = await listCasePage(store, matchesOf(store), selection, order);
    return { ...page, ...place, next: nextOf(page) };
  }
  const page = await writeCasePage(store, matchesOf(store), selection, order);
  const { cases, known, total } = page;
  return new Written(`{"cases":${cases},${JSON.stringify({ total, ...place, next: nextOf(page) }).slice(1)}`, known);
}

async function requireUnchanged(db: Db, caseId: string, expected: string): Promise<void> {
  const { updated_at } = await readCase(db, caseId);
  if (Date.parse(updated_at) !== Date.parse(expected)) throw refuse("case_changed", undefined, { updated_at });
}

/** Returns false when it is in this state already. */
async function setStatus({ db, caller }: EngineContext, caseId: string, status: CaseStatus) {
  return moveUndoably(db, caseId, moveTo[status], { doer: { userId: caller.userId }, event: "status_changed", reason: status });
}

/** Returns false when nothing had to be changed. */
async function postpone({ db, caller, clock }: EngineContext, caseId: string, until: string | null) {
  const [now] = await readCases(db, [caseId]);
  if (now && isSettled(now.display_status)) throw refuse("case_settled");
  if (until === null && now?.display_status !== "postponed") return false;
  const wrong = until === null ? undefined : whyNotTo(Date.parse(until), clock());
  if (wrong) throw invalid(["postponed_to"], wrong);
  const options = { doer: { userId: caller.userId }, event: until === null ? "released" : "postponed", reason: until } as const;
  const move = until === null ? "due" : "delay";
  return moveUndoably(db, caseId, move, { ...options, until: until ?? undefined });
}
