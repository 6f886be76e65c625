import { sql } from "drizzle-orm";
import { serves } from "#server/connections/grants/serves.ts";

/** Whether a trigger `t` of an agent `a` may listen to a connection `c`: one that serves its team, and is no other person's. */
export const mayListen = sql`${serves(sql`a.team_id`)} and (c.user_id is null or c.user_id = t.user_id)`;

/** As {@link mayListen}, for a trigger that a person is about to make in a team. */
export const mayWatch = (teamId: string, userId: string) => sql`${serves(teamId)} and (c.user_id is null or c.user_id = ${userId})`;

/** The triggers `t` that listen to a connection `c`, as what a query is `from`. */
export const listening = sql`event_triggers t join agents a on a.id = t.agent_id and a.deleted_at is null
  join connections c on c.id = t.connection_id and ${mayListen} and t.enabled`;
