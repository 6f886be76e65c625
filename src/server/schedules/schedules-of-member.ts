import { type SQL, sql } from "drizzle-orm";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { AutoDisabled } from "#contract/schedules/schedule.ts";
import type { Membership, MembershipPart } from "#server/engine/membership-part.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";

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
  async end(tx, membership) {
    await pause(tx, "schedules", membership);
    await pause(tx, "event_triggers", membership);
  },
};

const tables = {
  schedules: { type: "schedule.auto_disabled", also: sql`, next_fire_at = null` },
  event_triggers: { type: "event_trigger.auto_disabled", also: sql`` },
} as const satisfies Record<string, { type: string; also: SQL }>;

/** What failed before is not why. */
async function pause(tx: Db, table: keyof typeof tables, { teamId, userId }: Membership): Promise<void> {
  const { type, also } = tables[table];
  const { rows } = await tx.execute<{ id: string; agent_id: string }>(sql`
    update ${sql.identifier(table)} s set enabled = false, auto_disabled_at = now(), auto_disabled_reason = ${"owner_left" satisfies AutoDisabled},
      consecutive_missing_connection_failures = 0, first_missing_connection_failure_at = null, last_missing_connection_failure_at = null,
      updated_at = now()${also}
    from agents a where a.id = s.agent_id and a.team_id = ${teamId} and s.user_id = ${userId} and s.enabled returning s.id, s.agent_id`);
  const about = { type, team: teamId, actor: { kind: "service" } } as const;
  await record(tx, scheduleEvents, ...rows.map(({ id, agent_id }) => ({ ...about, subject: id, data: { agent_id } })));
}
