import type * as contract from "#contract/queues/case-bulk.ts";
import { type Selection, maxSkipped } from "#contract/queues/case-bulk.ts";
import type { CaseAct } from "#contract/queues/case-jobs.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type CaseAction, doTo } from "#server/queues/cases/case-acts.ts";
import { deleteCases } from "#server/queues/acts/delete-cases.ts";
import { reprocess } from "#server/queues/acts/reprocess.ts";
import { setPriority } from "#server/queues/acts/set-priority.ts";
import { setStatus } from "#server/queues/acts/set-status.ts";
import { tellOfCases } from "#server/queues/cases/case-changes.ts";
import { conditionOf, namedIn, selectionOf } from "#server/queues/cases/case-conditions.ts";
import { holdCases, interruptsOf } from "#server/queues/cases/case-owners.ts";
import { findConsumer, isAgentOf } from "#server/queues/queues/consumers.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

export const caseBulkHandlers: Handlers<typeof contract, EngineContext> = {
  async bulkUpdateCaseStatus({ params, body: { status, ...selection } }, context) {
    const { done, ...rest } = await change(context, params.queue_id, selection, setStatus, { kind: "status", status });
    return { updatedCount: done, ...rest };
  },

  async bulkUpdateCasePriority({ params, body: { priority, ...selection } }, context) {
    const {
      done,
      interruptedRunIds: _,
      ...rest
    } = await change(context, params.queue_id, selection, setPriority, { kind: "priority", priority });
    return { updatedCount: done, ...rest };
  },

  async bulkReprocessCases({ params, body: { agent_id, ...selection } }, context) {
    const agentId = await consumerOf(context, params.queue_id, agent_id);
    const { done, ...rest } = await change(context, params.queue_id, selection, reprocess, { kind: "reprocess", agent_id: agentId });
    return { reprocessedCount: done, delegatedCount: done, retriedCount: done, ...rest };
  },

  async bulkDeleteCases({ params, body }, context) {
    const { done, ...rest } = await change(context, params.queue_id, body, deleteCases, { kind: "delete" });
    return { deletedCount: done, ...rest };
  },

  bulkDelegateCases: ({ params }) => movedTo(params.queue_id),
  bulkRetryCases: ({ params }) => movedTo(params.queue_id),
};

function movedTo(queueId: string) {
  return { location: `/v2/queues/${queueId}/cases/bulk-reprocess` };
}

/** Changes what a selection names while it is held, tells screens what was done, and says of the rest why not. */
async function change<Act extends CaseAct>(
  context: EngineContext,
  queueId: string,
  { case_ids, filters = {}, search }: Selection,
  action: CaseAction<Act>,
  act: Act,
) {
  const { db, caller } = context;
  if (!(await lockQueue(db, queueId))) throw refuse("not_found");
  const named = case_ids && [...new Set(case_ids)];
  const held = await holdCases(db, named ? namedIn(queueId, named) : conditionOf(await selectionOf(db, queueId, { ...filters, search })));
  const { done, interruptedRunIds } = await doTo({ ...interruptsOf(context), userId: caller.userId }, held, action, act);
  if (act.kind === "delete" && done.length > 0) context.changed("case_attachment", "*");
  tellOfCases(context, queueId, done);
  context.afterCommit(() => context.engine.wakeCases());
  const [found, finished] = [new Set(held.cases.map((one) => one.id)), new Set(done)];
  const passedOver = (named ?? [...found]).filter((id) => !finished.has(id));
  const skipped = passedOver.slice(0, maxSkipped).map((case_id) => {
    return { case_id, reason: found.has(case_id) ? ("unchanged" as const) : ("not_in_queue" as const) };
  });
  return { done: done.length, skippedCount: passedOver.length, skipped, interruptedRunIds };
}

/** The agent that is meant, the queue's own without an id. Throws 400 for one that the team does not have, 409 for one that takes no cases from the queue. */
export async function consumerOf({ db, team }: EngineContext, queueId: string, agentId: string | undefined): Promise<string> {
  if (agentId && !(await isAgentOf(db, team.id, agentId))) throw invalid(["agent_id"], "This agent does not exist in this team");
  const consumer = await findConsumer(db, queueId, agentId);
  if (consumer) return consumer;
  throw refuse("not_a_consumer", agentId ? undefined : "No agent runs automatically on this queue. Name the agent.");
}
