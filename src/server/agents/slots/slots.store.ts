import { and, count, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { type QueueSlotType, queueSlotTypes, type SlotQueue } from "#contract/agents/slots.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import { customIntegrations } from "#server/connections/integrations/custom-integrations.table.ts";
import type { Moving, Successor } from "#server/engine/revision-part.ts";
import { newId } from "#server/platform/db/columns.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { shownName } from "#server/queues/queues/queues.store.ts";
import { queues, revisionSlotQueues } from "#server/queues/queues/queues.table.ts";
import { copyPins } from "./slot-pins.store.ts";
import { copyPolicies } from "./slot-tools.store.ts";
import { revisionSlots } from "./slots.table.ts";

export interface NamedSlot extends Readonly<typeof revisionSlots.$inferSelect> {
  /** Of its integration, as people know it. */
  readonly name: string;
}

/** Whether people pin connections to it; the others name queues. */
export function takesConnections({ integration_type }: Pick<NamedSlot, "integration_type">): boolean {
  return !queueSlotTypes.some((type) => type === integration_type);
}

function named({ slot, custom }: { slot: typeof revisionSlots.$inferSelect; custom: string | null }): NamedSlot {
  const name = custom ?? builtInIntegrations.find(({ id }) => id === slot.integration_id)?.name ?? slot.integration_type;
  return { ...slot, name };
}
const withName = { slot: revisionSlots, custom: customIntegrations.name };

/** Whether the agent has this revision. */
export async function isRevisionOf(db: Db, agentId: string, buildId: string): Promise<boolean> {
  const rows = await db
    .select({ id: revisions.id })
    .from(revisions)
    .where(and(eq(revisions.id, buildId), eq(revisions.agent_id, agentId)));
  return rows.length > 0;
}

export async function listSlots(db: Db, buildId: string): Promise<NamedSlot[]> {
  const rows = await db
    .select(withName)
    .from(revisionSlots)
    .leftJoin(customIntegrations, eq(customIntegrations.id, revisionSlots.custom_integration_id))
    .where(eq(revisionSlots.build_id, buildId))
    .orderBy(revisionSlots.integration_type, sql`coalesce(${customIntegrations.name}, '') collate "und-x-icu"`, revisionSlots.id);
  return rows.map(named);
}

/** A slot of a revision by the id of its integration or by its own. */
export async function findSlot(db: Db, buildId: string, id: string): Promise<NamedSlot | undefined> {
  const is = or(eq(revisionSlots.integration_id, id), eq(revisionSlots.custom_integration_id, id), eq(revisionSlots.id, id));
  const [row] = await db
    .select(withName)
    .from(revisionSlots)
    .leftJoin(customIntegrations, eq(customIntegrations.id, revisionSlots.custom_integration_id))
    .where(and(eq(revisionSlots.build_id, buildId), is));
  return row && named(row);
}

/** What a revision can have a slot for: a kind of the catalog, or one of the team's own. */
export type Attachable = Pick<NamedSlot, "integration_id" | "custom_integration_id" | "integration_type">;

/** Returns how many were new. */
export async function insertSlots(db: Db, buildId: string, integrations: readonly Attachable[]): Promise<number> {
  const rows = await db
    .insert(revisionSlots)
    .values(integrations.map((integration) => ({ ...integration, id: newId(), build_id: buildId })))
    .onConflictDoNothing()
    .returning({ id: revisionSlots.id });
  return rows.length;
}

export async function removeSlot(db: Db, slotId: string): Promise<void> {
  await db.delete(revisionSlots).where(eq(revisionSlots.id, slotId));
}

export async function listSlotQueues(db: Db, slotId: string): Promise<SlotQueue[]> {
  return db
    .select({ id: queues.id, name: shownName })
    .from(revisionSlotQueues)
    .innerJoin(queues, and(eq(queues.id, revisionSlotQueues.queue_id), isNull(queues.deleted_at)))
    .where(eq(revisionSlotQueues.slot_id, slotId))
    .orderBy(sql`${shownName} collate "und-x-icu"`, queues.id);
}

/** The queues that the slots of a revision name, by name, and what for. */
export async function listQueuesOfRevision(db: Db, buildId: string) {
  const names = (type: QueueSlotType) => sql<boolean>`bool_or(${revisionSlots.integration_type} = ${type})`;
  return db
    .select({ id: queues.id, name: shownName, produces: names("case-queue-producer"), consumes: names("case-queue-consumer") })
    .from(revisionSlots)
    .innerJoin(revisionSlotQueues, eq(revisionSlotQueues.slot_id, revisionSlots.id))
    .innerJoin(queues, and(eq(queues.id, revisionSlotQueues.queue_id), isNull(queues.deleted_at)))
    .where(eq(revisionSlots.build_id, buildId))
    .groupBy(queues.id)
    .orderBy(sql`${shownName} collate "und-x-icu"`, queues.id);
}

/** Those of `ids` that are queues of the team, kept from being deleted until the transaction ends. */
export async function lockQueuesOf(db: Db, teamId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: queues.id })
    .from(queues)
    .where(and(inArray(queues.id, [...ids]), eq(queues.team_id, teamId), isNull(queues.deleted_at)))
    .orderBy(queues.id)
    .for("key share");
  return new Set(rows.map((row) => row.id));
}

export async function replaceSlotQueues(db: Db, slotId: string, queueIds: Iterable<string>): Promise<void> {
  await db.delete(revisionSlotQueues).where(eq(revisionSlotQueues.slot_id, slotId));
  const rows = [...queueIds].map((queue_id) => ({ slot_id: slotId, queue_id }));
  if (rows.length > 0) await db.insert(revisionSlotQueues).values(rows);
}

/** Gives a new revision the slots of another one, of all or of some types, with the queues they name and what people pinned. */
export async function copySlots(db: Db, fromBuildId: string, to: Successor, types?: readonly QueueSlotType[]): Promise<void> {
  const slots = (await listSlots(db, fromBuildId)).filter(({ integration_type: type }) => !types || types.some((one) => one === type));
  if (slots.length === 0) return;
  const copies = slots.map(({ name: _, ...slot }) => ({
    from: slot.id,
    row: { ...slot, id: newId(), build_id: to.buildId, created_at: sql`now()` },
  }));
  await db.insert(revisionSlots).values(copies.map((copy) => copy.row));
  for (const { from, row } of copies) {
    await db.execute(sql`
      insert into ${revisionSlotQueues} (slot_id, queue_id) select ${row.id}, q.queue_id from ${revisionSlotQueues} q where q.slot_id = ${from}`);
    await copyPins(db, from, row.id, to);
    await copyPolicies(db, from, row.id);
  }
}

/** Names of queues between agents that move and those that stay. */
export async function leaveQueues(db: Db, { agentIds, queueIds }: Moving): Promise<void> {
  const slots = sql`(select s.id from ${revisionSlots} s join ${revisions} r on r.id = s.build_id where r.agent_id = ${anyOf(agentIds)})`;
  await db.execute(sql`delete from ${revisionSlotQueues} where slot_id in ${slots} and not queue_id = ${anyOf(queueIds)}`);
  await db.execute(sql`delete from ${revisionSlotQueues} where queue_id = ${anyOf(queueIds)} and slot_id not in ${slots}`);
}

/** What moved agents were connected to stays with its team: pins, and slots for its own integrations. */
export async function leaveConnections(db: Db, { agentIds }: Moving): Promise<void> {
  const slots = sql`(select s.id from ${revisionSlots} s join ${revisions} r on r.id = s.build_id where r.agent_id = ${anyOf(agentIds)})`;
  await db.execute(sql`delete from slot_pins where slot_id in ${slots}`);
  await db.execute(sql`delete from slot_tool_policies where slot_id in ${slots}`);
  await db.execute(sql`delete from ${revisionSlots} where id in ${slots} and custom_integration_id is not null`);
}

/** The case-queue slots of a revision, with how many queues each names. */
export async function countSlotQueues(db: Db, buildId: string) {
  return db
    .select({ config_id: revisionSlots.id, integration_type: revisionSlots.integration_type, linked_queue_count: count(queues.id) })
    .from(revisionSlots)
    .leftJoin(revisionSlotQueues, eq(revisionSlotQueues.slot_id, revisionSlots.id))
    .leftJoin(queues, and(eq(queues.id, revisionSlotQueues.queue_id), isNull(queues.deleted_at)))
    .where(and(eq(revisionSlots.build_id, buildId), inArray(revisionSlots.integration_type, [...queueSlotTypes])))
    .groupBy(revisionSlots.id)
    .orderBy(revisionSlots.integration_type, revisionSlots.id);
}

export async function hasQueues(db: Db, teamId: string): Promise<boolean> {
  const rows = await db
    .select({ id: queues.id })
    .from(queues)
    .where(and(eq(queues.team_id, teamId), isNull(queues.deleted_at)))
    .limit(1);
  return rows.length > 0;
}
