import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { historyOver, removable } from "./closed-cases.ts";
import { within } from "./portion.ts";

/** Cases and events of one portion: a statement about more could hold others up. */
const mostCases = 500;
const mostRows = 5_000;

interface Due extends Record<string, unknown> {
  readonly id: string;
  /** Its events. */
  readonly rows: number;
}

/**
 * Removes the history of a portion of a team's cases that were closed before so many days, in the caller's transaction. Cases that somebody has
 * just locked wait for the next time. Returns how many cases there were.
 */
export async function removeCaseEvents(tx: Db, teamId: string, days: number): Promise<number> {
  const { rows: due } = await tx.execute<Due>(sql`
    select c.id, (select count(*)::int from case_events v where v.case_id = c.id) as rows
    from queues q join cases c on c.queue_id = q.id
    where q.team_id = ${teamId} and ${historyOver(sql`now() - make_interval(days => ${days}::int)`)} limit ${mostCases} for update of c skip locked`);
  const portion = within(due, mostRows);
  if (portion.length === 0) return 0;
  const ids = sql`${sql.param(portion.map((one) => one.id))}::uuid[]`;
  await tx.execute(sql`delete from case_events v using cases c where c.id = v.case_id and c.id = any(${ids}) and ${removable}`);
  await tx.execute(sql`update cases set has_history = false where id = any(${ids})`);
  return portion.length;
}
