import { type SQL, sql } from "drizzle-orm";
import { type CasePriority, casePriorities } from "#contract/queues/case.ts";
import type * as contract from "#contract/queues/case-bulk.ts";
import type { Selection } from "#contract/queues/case-bulk.ts";
import type { Context, Handlers } from "#server/http/context.ts";
import { invalid, refuse } from "#server/http/refusal.ts";
import { tellOfCases } from "./case-changes.ts";
import { conditionOf, selectionOf } from "./case-conditions.ts";
import { type HeldCases, holdCases, interruptOwners } from "./case-owners.ts";
import { inPortions, moveCases, noteEvents, removeCases } from "./case-writes.store.ts";
import { moveTo } from "./cases.ts";
import { findConsumer, isAgentOf } from "./consumers.store.ts";
import { lockQueue } from "./queues.store.ts";

export const caseBulkHandlers: Handlers<typeof contract> = {
  async bulkUpdateCaseStatus({ params, body: { status, ...selection } }, context) {
    const chosen = await choose(context, params.queue_id, selection);
    const options = { doer: { userId: context.caller.userId }, event: "status_changed", reason: status } as const;
    const moved = await inPortions(chosen.ids, (which) => moveCases(context.db, which, moveTo[status], options));
    const owners = chosen.ownersOf(moved).filter((run) => run.status !== "waiting");
    const interruptedRunIds = await interruptOwners(context, owners, "A person changed the state of its case.");
    return { updatedCount: moved.length, ...answer(context, chosen, moved), interruptedRunIds };
  },

  async bulkUpdateCasePriority({ params, body: { priority, ...selection } }, context) {
    const chosen = await choose(context, params.queue_id, selection);
    const changed = await inPortions(chosen.ids, (which) => setPriority(context, which, priority));
    return { updatedCount: changed.length, ...answer(context, chosen, changed) };
  },

  async bulkReprocessCases({ params, body: { agent_id, ...selection } }, context) {
    const chosen = await choose(context, params.queue_id, selection);
    const agentId = await consumerOf(context, params.queue_id, agent_id);
    const options = { doer: { userId: context.caller.userId, agentId }, event: "reprocessed", agentId } as const;
    const moved = await inPortions(chosen.ids, (which) => moveCases(context.db, which, "reprocess", options));
    const interruptedRunIds = await interruptOwners(context, chosen.ownersOf(moved), "Its case was given to an agent again.");
    const counts = { reprocessedCount: moved.length, delegatedCount: moved.length, retriedCount: moved.length };
    return { ...counts, ...answer(context, chosen, moved), interruptedRunIds };
  },

  async bulkDeleteCases({ params, body }, context) {
    const chosen = await choose(context, params.queue_id, body);
    await removeCases(context.db, sql`c.id = any(${sql.param(chosen.ids)}::uuid[])`);
    const interruptedRunIds = await interruptOwners(context, chosen.owners, "Its case was deleted.");
    return { deletedCount: chosen.ids.length, ...answer(context, chosen, chosen.ids), interruptedRunIds };
  },

  bulkDelegateCases: ({ params }) => movedTo(params.queue_id),
  bulkRetryCases: ({ params }) => movedTo(params.queue_id),
};

function movedTo(queueId: string) {
  return { location: `/v2/queues/${queueId}/cases/bulk-reprocess` };
}

interface Chosen extends HeldCases {
  readonly queueId: string;
  /** Of the held cases. */
  readonly ids: string[];
  /** The ids that were named; undefined where a filter chose. */
  readonly named: readonly string[] | undefined;
  ownersOf(caseIds: readonly string[]): HeldCases["owners"];
}

/** Holds what a selection names, with the runs that work on it, until the request is done. */
async function choose({ db }: Context, queueId: string, { case_ids, filters = {}, search }: Selection): Promise<Chosen> {
  if (!(await lockQueue(db, queueId))) throw refuse("not_found");
  const named = case_ids && [...new Set(case_ids)];
  const fitting = named
    ? sql`c.queue_id = ${queueId} and c.id = any(${sql.param(named)}::uuid[])`
    : conditionOf(await selectionOf(db, queueId, { ...filters, search }));
  const held = await holdCases(db, fitting);
  const runOf = new Map(held.cases.map((one) => [one.id, one.run_id]));
  return {
    ...held,
    queueId,
    named,
    ids: held.cases.map((one) => one.id),
    ownersOf(caseIds) {
      const runs = new Set(caseIds.map((id) => runOf.get(id)));
      return held.owners.filter((run) => runs.has(run.id));
    },
  };
}

async function setPriority({ db, caller }: Context, which: SQL, priority: CasePriority): Promise<string[]> {
  const rank = casePriorities.indexOf(priority);
  const { rows } = await db.execute<{ id: string }>(sql`
    with changed as (update cases c set priority = ${rank}, updated_at = now() where ${which} and c.priority <> ${rank} returning c.id),
    told as (${noteEvents(sql`changed`, "updated", { userId: caller.userId }, `priority: ${priority}`)})
    select id from changed`);
  return rows.map((row) => row.id);
}

/** Tells screens what was done, and says of the rest why not. */
function answer(context: Context, { queueId, named, ids }: Chosen, done: readonly string[]) {
  tellOfCases(context, queueId, done);
  context.afterCommit(() => context.engine.wake());
  const asked = named ?? ids;
  const [found, finished] = [new Set(ids), new Set(done)];
  const skipped = (named ?? []).flatMap((case_id) => {
    if (finished.has(case_id)) return [];
    return [{ case_id, reason: found.has(case_id) ? ("unchanged" as const) : ("not_in_queue" as const) }];
  });
  return { skippedCount: asked.length - done.length, skipped };
}

/** The agent that is meant. Throws 400 for one that the team does not have, 409 for one that takes no cases from the queue. */
async function consumerOf({ db, team }: Context, queueId: string, agentId: string | undefined): Promise<string> {
  if (agentId && !(await isAgentOf(db, team.id, agentId))) throw invalid(["agent_id"], "There is no such agent in this team");
  const consumer = await findConsumer(db, queueId, agentId);
  if (consumer) return consumer;
  throw refuse("not_a_consumer", agentId ? undefined : "No agent takes cases from this queue by itself. Name the one that should.");
}
