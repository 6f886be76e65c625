import { sql } from "drizzle-orm";
import type { BrokenReason } from "#contract/connections/connection-words.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

/** A personal one is its owner's alone, so nobody else is told. A break of a shared one is an event of each team that uses it. */
export const ofConnections: ReadCauses<"connection.broken"> = async (db, events) => {
  const { rows } = await db.execute<{
    at: string;
    event: string;
    reason: BrokenReason;
    id: string;
    name: string;
    team_id: string;
    user_id: string | null;
    lent_by: string | null;
  }>(sql`
    select e.created_at as at, e.id as event, e.data ->> 'reason' as reason, c.id, c.name, e.team_id, c.user_id, lender.name as lent_by
    from ${rowsOf(events)} join connections c on c.id = e.subject_id left join teams lender on lender.id = c.team_id and c.team_id <> e.team_id
    where c.broken_at is not null order by e.n`);
  return rows.map(({ at, event, id, team_id, user_id, ...one }) =>
    cause({
      team_id,
      connection_id: id,
      at: isoInstant(at),
      people: [user_id],
      type: "connection_broken",
      // Managers are told of what is critical, and a personal connection is no business of theirs.
      severity: user_id === null ? "critical" : "info",
      key: `broken ${id} ${event}`,
      ends: endingOf.connection(id),
      ...said.connectionBroken(one),
    }),
  );
};
