import { sql } from "drizzle-orm";
import { visitPauseMinutes } from "#contract/teams/visits.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** Somebody is in a team at an instant. Returns when their former visit ended; one statement, as two devices can say so at once. */
export async function visitTeam(db: Db, userId: string, teamId: string, now: Date): Promise<string | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ former_at: string | null }>(sql`
    insert into team_visits as v (team_id, user_id, seen_at) values (${teamId}, ${userId}, ${at})
    on conflict (user_id, team_id) do update set
      former_at = case when ${at} - v.seen_at > make_interval(mins => ${visitPauseMinutes}::int) then v.seen_at else v.former_at end,
      seen_at = greatest(v.seen_at, ${at})
    returning former_at`);
  const former = rows[0]?.former_at;
  return former ? isoInstant(former) : null;
}
