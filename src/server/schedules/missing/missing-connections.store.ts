import { type SQL, sql } from "drizzle-orm";
import type { MissingConnection } from "#contract/schedules/missing-connection.ts";
import type { AutoDisabled } from "#contract/schedules/schedule.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import { slotName, takesPins } from "#server/agents/slots/slot-name.ts";
import { serves } from "#server/connections/grants/serves.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";

/** Slots `s` of the live revision of an agent without a connection that works for a person. */
export const slotsMissing = (agentId: SQL, userId: SQL) => sql`
  revisions r join agents a on a.id = r.agent_id join revision_slots s on s.build_id = r.id and ${takesPins}
  left join custom_integrations i on i.id = s.custom_integration_id
  left join lateral (
    select true as pinned, bool_or(c.broken_at is null) as works from slot_pins p join connections c on c.id = p.connection_id
      and ${serves(sql`a.team_id`)} and (c.user_id is null or c.user_id = p.user_id)
    where p.slot_id = s.id and p.user_id = ${userId} having count(*) > 0) p on true
  where r.agent_id = ${agentId} and r.status = 'live' and p.works is not true`;

/** By name. */
export async function missingConnections(db: Db, agentId: string, userId: string): Promise<MissingConnection[]> {
  const { rows } = await db.execute(sql`
    select s.build_id, s.id as slot_id, ${slotName} as name, coalesce(p.pinned, false) as broken
    from ${slotsMissing(sql`${agentId}::uuid`, sql`${userId}::uuid`)} order by 3, 2`);
  return rows as unknown as MissingConnection[];
}

/** Those of some schedules whose owners lack a connection. */
export async function schedulesMissing(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from schedules o where o.id = ${anyOf(ids)} and exists (select from ${slotsMissing(sql`o.agent_id`, sql`o.user_id`)})`);
  return new Set(rows.map(({ id }) => id));
}

/** So many failures in a row, over so many hours at least: a count alone would stop what runs every five minutes in a quarter of an hour. */
const failuresAtLeast = 3;
const hoursAtLeast = 24;

const tables = {
  schedules: { type: "schedule.auto_disabled", also: sql`, next_fire_at = case when s.stops then null else t.next_fire_at end` },
  event_triggers: { type: "event_trigger.auto_disabled", also: sql`` },
} as const satisfies Record<string, { type: string; also: SQL }>;
export type Counting = keyof typeof tables;

/** Counts a start that a missing connection prevented, and pauses what fails for long. */
export async function countMissing(tx: Db, table: Counting, of: { id: string; agent_id: string; team_id: string }): Promise<void> {
  const { type, also } = tables[table];
  const { rows } = await tx.execute<{ stops: boolean }>(sql`
    update ${sql.identifier(table)} t set
      consecutive_missing_connection_failures = t.consecutive_missing_connection_failures + 1,
      first_missing_connection_failure_at = coalesce(t.first_missing_connection_failure_at, clock_timestamp()),
      last_missing_connection_failure_at = clock_timestamp(),
      enabled = t.enabled and not s.stops, auto_disabled_at = case when s.stops then clock_timestamp() end,
      auto_disabled_reason = case when s.stops then ${"missing_connection" satisfies AutoDisabled} end${also}
    from (select id, consecutive_missing_connection_failures + 1 >= ${failuresAtLeast}
        and first_missing_connection_failure_at <= clock_timestamp() - make_interval(hours => ${hoursAtLeast}::int) as stops
      from ${sql.identifier(table)} where id = ${of.id}) s
    where t.id = s.id returning coalesce(s.stops, false) as stops`);
  if (rows[0]?.stops)
    await record(tx, scheduleEvents, {
      type,
      team: of.team_id,
      actor: { kind: "service" },
      subject: of.id,
      data: { agent_id: of.agent_id },
    });
}

/** Runs have started: what failed before counts no longer. */
export async function forgetMissing(tx: Db, table: Counting, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${sql.identifier(table)} set consecutive_missing_connection_failures = 0, first_missing_connection_failure_at = null,
      last_missing_connection_failure_at = null
    where id = ${anyOf(ids)} and consecutive_missing_connection_failures > 0`);
}
