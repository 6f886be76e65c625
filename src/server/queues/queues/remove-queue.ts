import { forgetQueue } from "#server/agents/automations/automations.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { stopWork } from "#server/runs/jobs/stop-work.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import { removeTriggersOf } from "#server/queues/triggers/case-triggers.store.ts";
import { markQueueDeleted, type QueueRecord } from "./queues.store.ts";

/** Deletes a queue that the caller holds, and interrupts what works on its cases. Returns what goes with it, soon where that is much. */
export async function removeQueue(context: EngineContext, { id, name, revision_name, automation_id }: QueueRecord) {
  const { db, team } = context;
  await markQueueDeleted(db, id);
  await removeTriggersOf(db, id);
  if (automation_id) await forgetQueue(db, id);
  const shown = revision_name ?? name;
  const gone = { kind: "queue_deleted", id, name: shown, agentIds: [], queueIds: [id] } as const;
  const { runIds, caseCount } = await stopWork(context, gone);
  if (caseCount > 0) context.changed("case_attachment", "*");
  casesChanged(context.live, team.id, id, caseCount > 0 ? ["*"] : []);
  if (automation_id) context.changed("automation", automation_id);
  return { deleted_case_count: caseCount, interrupted_run_ids: runIds };
}
