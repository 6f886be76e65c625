import { type SQL, sql } from "drizzle-orm";
import { maxNamed } from "#contract/deletion.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Successor } from "#server/engine/revision-part.ts";
import { takesPins } from "./slot-name.ts";

export interface Pin {
  readonly connection_id: string;
  readonly created_at: string;
}

export async function listPins(db: Db, slotId: string, userId: string): Promise<Pin[]> {
  const { rows } = await db.execute<{ connection_id: string; created_at: string }>(sql`
    select connection_id, created_at from slot_pins where slot_id = ${slotId} and user_id = ${userId} order by created_at, connection_id`);
  return rows.map((row) => ({ ...row, created_at: isoInstant(row.created_at) }));
}

/** Returns false when it is pinned already. */
export async function insertPin(db: Db, slotId: string, userId: string, connectionId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with pinned as (
      insert into slot_pins (slot_id, user_id, connection_id) values (${slotId}, ${userId}, ${connectionId}) on conflict do nothing returning *),
    noted as (${noted(sql`pinned`, { from: sql`null`, to: connectionName })})
    select 1 from pinned`);
  return rows.length > 0;
}

/** Returns false when it was not pinned. */
export async function removePin(db: Db, slotId: string, userId: string, connectionId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with removed as (
      delete from slot_pins where slot_id = ${slotId} and user_id = ${userId} and connection_id = ${connectionId} returning *),
    noted as (${noted(sql`removed`, { from: connectionName, to: sql`null` })})
    select 1 from removed`);
  return rows.length > 0;
}

const connectionName = sql`audit_value(to_jsonb(c.name), false)`;

/** For the audit log: of the revision, which connection its slot has now or had. */
function noted(pins: SQL, { from, to }: { readonly from: SQL; readonly to: SQL }): SQL {
  return sql`
    insert into audit_changes (object_id, changes)
    select s.build_id, jsonb_build_array(jsonb_build_object('field', 'connection', 'from', ${from}, 'to', ${to}))
    from ${pins} p join revision_slots s on s.id = p.slot_id join connections c on c.id = p.connection_id`;
}

/** Pins belong to people: within one agent all come along, into another one those of whoever makes it. */
export async function copyPins(db: Db, from: string, to: string, successor: Successor): Promise<void> {
  await db.execute(sql`
    insert into slot_pins (slot_id, user_id, connection_id, created_at)
    select ${to}, p.user_id, p.connection_id, p.created_at from slot_pins p join revision_slots s on s.id = p.slot_id
      join revisions r on r.id = s.build_id
    where p.slot_id = ${from} and (p.user_id = ${successor.userId} or r.agent_id = ${successor.agentId})`);
}

export interface SlotPeople {
  readonly slot_id: string;
  readonly people: number;
  readonly missing: readonly { readonly user_id: string; readonly name: string }[];
}

/** Who has pinned something to the slots that take connections, and who has not: a person, and those for whom a schedule or a queue starts the agent. */
export async function listSlotPeople(db: Db, buildId: string, userId: string): Promise<SlotPeople[]> {
  const { rows } = await db.execute<{ slot_id: string; people: number; missing: SlotPeople["missing"] }>(sql`
    with build as (select id, agent_id from revisions where id = ${buildId}),
    runners as (
      select ${userId}::uuid as user_id
      union select c.user_id from schedules c join build b on b.agent_id = c.agent_id where c.enabled
      union select t.user_id from case_triggers t join build b on b.agent_id = t.agent_id join queues q on q.id = t.queue_id
        and q.deleted_at is null where t.enabled)
    select s.id as slot_id, (select count(distinct p.user_id)::int from slot_pins p where p.slot_id = s.id) as people,
      (select coalesce(jsonb_agg(jsonb_build_object('user_id', m.id, 'name', m.name)), '[]') from (
        select u.id, u.name from runners n join users u on u.id = n.user_id
        where not exists (select from slot_pins p where p.slot_id = s.id and p.user_id = u.id)
        order by u.name collate "und-x-icu", u.id limit ${maxNamed}) m) as missing
    from revision_slots s join build b on b.id = s.build_id where ${takesPins} order by s.created_at, s.id`);
  return rows;
}

/** What the runs of a person use in the slots of a revision, by name. */
export async function listConnected(db: Db, buildId: string, userId: string) {
  const { rows } = await db.execute<{ id: string; name: string; server_url: string; user_id: string | null }>(sql`
    select c.id, c.name, c.server_url, c.user_id from connections c
    where c.id in (select p.connection_id from slot_pins p join revision_slots s on s.id = p.slot_id
      where s.build_id = ${buildId} and p.user_id = ${userId})
    order by c.name collate "und-x-icu", c.id`);
  return rows;
}
