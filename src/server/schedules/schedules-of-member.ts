import { sql } from "drizzle-orm";
import type { MembershipPart } from "#server/engine/membership-part.ts";
import type { Db } from "#server/platform/db/open.ts";

/** What starts runs for somebody: of those who left it would only note that it started nothing. */
export const schedulesOfMember: MembershipPart = {
  name: "schedules",
  async count(db, { teamId, userId }) {
    const of = (
      table: "schedules" | "event_triggers",
    ) => sql`(select count(*)::int from ${sql.raw(table)} s join agents a on a.id = s.agent_id
      where s.user_id = ${userId} and s.enabled and a.team_id = ${teamId} and a.deleted_at is null)`;
    const { rows } = await db.execute<{ ownSchedules: number; ownTriggers: number }>(
      sql`select ${of("schedules")} as "ownSchedules", ${of("event_triggers")} as "ownTriggers"`,
    );
    return rows[0] ?? {};
  },
  async end(tx, { teamId, userId }) {
    const pause = (db: Db, table: string, more: string) =>
      db.execute(sql`
        update ${sql.raw(table)} s set enabled = false, auto_disabled_at = now(), auto_disabled_reason = ${reason}, updated_at = now()${sql.raw(more)}
        from agents a where a.id = s.agent_id and a.team_id = ${teamId} and s.user_id = ${userId} and s.enabled`);
    await pause(tx, "schedules", ", next_fire_at = null");
    await pause(tx, "event_triggers", "");
  },
};

const reason = "Its owner is no longer in the team.";
