import { sql } from "drizzle-orm";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { ruleOf } from "#server/queues/cases/case-state.ts";

/** Cases at a time: what is left comes in the next second. */
const atOnce = 500;

const { from, to } = ruleOf("due");
const isDue = sql`state = any(${`{${from.join(",")}}`}::text[]) and postponed_to <= now()`;

/** Whether {@link bringBackDue} may find some. */
export const someDue = sql`exists (select from cases where ${isDue})`;

/** Brings back cases whose time has come. They keep that time: it lets them be taken before all others. */
export async function bringBackDue({ store, live, wakeCases }: Pick<EngineServices, "store" | "live" | "wakeCases">): Promise<void> {
  const { rows } = await store.db.execute<{ queue_id: string; team_id: string; ids: string[] }>(sql`
    with due as (
      select id from cases where ${isDue}
      order by postponed_to limit ${atOnce} for update skip locked),
    back as (update cases c set state = ${to}, updated_at = now() from due where c.id = due.id returning c.id, c.queue_id)
    select q.id as queue_id, q.team_id, array_agg(back.id) as ids from back join queues q on q.id = back.queue_id group by q.id`);
  if (rows.length > 0) wakeCases();
  for (const { team_id, queue_id, ids } of rows) casesChanged(live, team_id, queue_id, ids);
}
