import { sql } from "drizzle-orm";
import { casesChanged } from "./case-changes.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { ruleOf } from "./case-state.ts";

/** Cases at a time: what is left comes in the next second. */
const atOnce = 500;

/** Brings back cases whose time has come. They keep that time: it lets them be taken before all others. */
export async function bringBackDue({ store, live, wakeCases }: Pick<EngineServices, "store" | "live" | "wakeCases">): Promise<void> {
  const { from, to } = ruleOf("due");
  const { rows } = await store.db.execute<{ id: string; queue_id: string; team_id: string }>(sql`
    with due as (
      select id from cases where state = any(${sql.param([...from])}::text[]) and postponed_to <= now()
      order by postponed_to limit ${atOnce} for update skip locked)
    update cases c set state = ${to}, updated_at = now() from due, queues q where c.id = due.id and q.id = c.queue_id
    returning c.id, c.queue_id, q.team_id`);
  if (rows.length > 0) wakeCases();
  for (const row of rows) casesChanged(live, row.team_id, row.queue_id, [row.id]);
}
