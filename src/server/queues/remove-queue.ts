import { sql } from "drizzle-orm";
import { forgetQueue } from "#server/agents/automations.store.ts";
import type { Context } from "#server/http/context.ts";
import { casesChanged } from "./case-changes.ts";
import { removeTriggersOf } from "./case-triggers.store.ts";
import { removeCases } from "./case-writes.store.ts";
import { markQueueDeleted, type QueueRecord } from "./queues.store.ts";

/** Deletes a queue that the caller holds, after interrupting what works on its cases. Returns what went with it. */
export async function removeQueue(context: Context, { id, automation_id }: QueueRecord) {
  const { db, engine, live, team } = context;
  const interrupted_run_ids = await engine.interruptRunsOfQueue(db, id, context.afterCommit);
  const deleted_case_count = await removeCases(db, sql`c.queue_id = ${id}`);
  await markQueueDeleted(db, id);
  await removeTriggersOf(db, id);
  if (automation_id) await forgetQueue(db, id);
  context.afterCommit(() => {
    casesChanged(live, team.id, id, deleted_case_count > 0 ? ["*"] : []);
    if (automation_id) live.publish({ teamId: team.id, topic: "automations", id: automation_id });
  });
  return { deleted_case_count, interrupted_run_ids };
}
