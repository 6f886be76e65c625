import { sql } from "drizzle-orm";
import type { Check } from "./check.ts";

/** The agent's enabled case trigger whose queue this revision does not take cases from: its runs start, claim nothing, and each case fails. */
export const caseTrigger: Check = async ({ build, context: { db } }) => {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select q.id, q.name from case_triggers t join queues q on q.id = t.queue_id and q.deleted_at is null
    where t.agent_id = ${build.agent_id} and t.enabled and not exists (
      select from revision_slots s join revision_slot_queues sq on sq.slot_id = s.id
      where s.build_id = ${build.id} and s.integration_type = 'case-queue-consumer' and sq.queue_id = t.queue_id)`);
  return rows.map(({ id, name }) => ({
    code: "trigger_without_slot",
    severity: "warns",
    message: `Cases of “${name}” start this agent, but this revision does not take them: its runs would leave each of them failed.`,
    subject: { id, name },
    fix: "name_queue",
  }));
};
