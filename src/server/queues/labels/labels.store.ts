import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { type NamedLabel, displayStatuses } from "#contract/queues/case.ts";
import { type CountedLabel, hueOf, type Label, maxQueueLabels } from "#contract/queues/labels.ts";
import { maxCasesAtOnce } from "#contract/deletion.ts";
import { contains } from "#server/platform/db/letters.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { caseLabels } from "#server/queues/cases/cases.table.ts";
import { caseCounts, queueLabels } from "#server/queues/queues/queues.table.ts";
import type { Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

type LabelRecord = typeof queueLabels.$inferSelect;

const labelFields = { id: queueLabels.id, key: queueLabels.key, value: queueLabels.value, color_hue: queueLabels.color_hue };
const caseCount = sql<number>`(select coalesce(sum(c.n), 0)::int from ${caseCounts} c
  where c.scope = ${queueLabels.id}::text and c.status = any(${sql.param([...displayStatuses])}))`;

export async function listLabels(
  db: Db,
  queueId: string,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<{ labels: CountedLabel[]; total: number }> {
  const where = and(eq(queueLabels.queue_id, queueId), search ? contains(written, search) : undefined);
  const [labels, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at
        .select({ ...labelFields, case_count: caseCount })
        .from(queueLabels)
        .where(where)
        .orderBy(queueLabels.key, queueLabels.value)
        .limit(limit)
        .offset(offset),
      at.select({ total: count() }).from(queueLabels).where(where),
    ]),
  );
  return { labels, total: counted?.total ?? 0 };
}

/** A label as it is written, with its colon. */
const written = sql`case when ${queueLabels.key} = '' then ${queueLabels.value} else ${queueLabels.key} || ': ' || ${queueLabels.value} end`;

/**
 * Lets one transaction at a time make labels of a queue. A lock of its own: a run that puts a label on its case holds both already, and must
 * not wait for the queue, which whoever interrupts that run may hold.
 */
export async function holdLabels(db: Db, queueId: string): Promise<void> {
  await lock(db, locks.queueLabels(queueId));
}

/** Refuses what was just made where the queue has more labels than it may. */
export async function requireRoomForLabels(db: Db, queueId: string): Promise<void> {
  const [row] = await db.select({ n: count() }).from(queueLabels).where(eq(queueLabels.queue_id, queueId));
  if ((row?.n ?? 0) > maxQueueLabels)
    throw refuse("too_many", `A queue has room for ${maxQueueLabels.toLocaleString("en")} labels. Delete unused labels first.`);
}

export async function insertLabel(
  db: Db,
  queueId: string,
  label: Pick<LabelRecord, "key" | "value" | "color_hue">,
): Promise<CountedLabel | undefined> {
  const [row] = await db
    .insert(queueLabels)
    .values({ ...label, id: newId(), queue_id: queueId })
    .onConflictDoNothing()
    .returning(labelFields);
  return row && { ...row, case_count: 0 };
}

const inQueue = (queueId: string, labelId: string) => and(eq(queueLabels.queue_id, queueId), eq(queueLabels.id, labelId));

export async function findLabel(db: Db, queueId: string, labelId: string) {
  const [row] = await db.select(labelFields).from(queueLabels).where(inQueue(queueId, labelId));
  return row;
}

/** As {@link findLabel}, kept as it is until the transaction ends. */
export async function lockLabel(db: Db, queueId: string, labelId: string) {
  const [row] = await db.select(labelFields).from(queueLabels).where(inQueue(queueId, labelId)).for("update");
  return row;
}

export async function patchLabel(db: Db, labelId: string, patch: Partial<Pick<LabelRecord, "key" | "value" | "color_hue">>) {
  const [row] = await db.update(queueLabels).set(patch).where(eq(queueLabels.id, labelId)).returning(labelFields);
  return row;
}

/** Takes a label from its queue for good. It comes off its cases as well, off many of them by {@link unlinkDeleted}. Returns false where there is none. */
export async function removeLabel(db: Db, queueId: string, labelId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from ${caseLabels} where label_id = ${labelId} limit ${maxCasesAtOnce + 1}`);
  const rows =
    (rowCount ?? 0) > maxCasesAtOnce
      ? await db.update(queueLabels).set({ queue_id: null }).where(inQueue(queueId, labelId)).returning({ id: queueLabels.id })
      : await db.delete(queueLabels).where(inQueue(queueId, labelId)).returning({ id: queueLabels.id });
  return rows.length > 0;
}

/**
 * Takes deleted labels off the cases that had them, so many in a statement. What somebody else is changing is left for the next time: whoever
 * changes many cases writes their labels in another order. A label goes with its last case.
 */
export async function unlinkDeleted({ store }: Pick<Services, "store">, closed: () => boolean, atOnce = 2_500): Promise<void> {
  const portion = sql`
    delete from ${caseLabels} where ctid = any(array(
      select l.ctid from ${queueLabels} q cross join lateral (
        select ctid from ${caseLabels} where label_id = q.id limit ${atOnce} for update skip locked) l
      where q.queue_id is null limit ${atOnce}))`;
  while (!closed() && (await store.db.execute(portion)).rowCount === atOnce);
  await store.db.execute(
    sql`delete from ${queueLabels} q where queue_id is null and not exists (select from ${caseLabels} l where l.label_id = q.id)`,
  );
}

/**
 * Finds labels of a queue by their text and makes those that are missing. Returns the id of each, which stays until the transaction ends:
 * whoever deletes or renames one of them waits.
 */
export async function ensureLabels(db: Db, queueId: string, wanted: readonly NamedLabel[]): Promise<(label: NamedLabel) => string> {
  const ids = new Map<string, string>();
  const missing = () => wanted.filter((label) => !ids.has(nameOf(label)));
  const note = (labels: readonly HeldLabel[]) => labels.forEach((label) => ids.set(nameOf(label), label.id));
  note(await holdKnown(db, queueId, wanted));
  // One that was there may be gone before it is held: then it is made.
  while (missing().length > 0) {
    await makeLabels(db, queueId, missing());
    note(await holdKnown(db, queueId, missing()));
  }
  return (label) => {
    const id = ids.get(nameOf(label));
    if (id === undefined) throw new Error(`The label ${nameOf(label)} was not asked for`);
    return id;
  };
}

const nameOf = ({ key = "", value }: NamedLabel) => JSON.stringify([key, value]);

type HeldLabel = Pick<LabelRecord, "id" | "key" | "value">;

/** Keeps the labels that there are as they are. One that somebody takes away at this moment is left out. */
async function holdKnown(db: Db, queueId: string, wanted: readonly NamedLabel[]): Promise<HeldLabel[]> {
  const names = wanted.map(({ key = "", value }) => ({ key, value }));
  return db
    .select({ id: queueLabels.id, key: queueLabels.key, value: queueLabels.value })
    .from(queueLabels)
    .where(
      and(
        eq(queueLabels.queue_id, queueId),
        sql`(${queueLabels.key}, ${queueLabels.value}) in (select key, value from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(key text, value text))`,
      ),
    )
    .for("key share");
}

async function makeLabels(db: Db, queueId: string, missing: readonly NamedLabel[]): Promise<void> {
  await holdLabels(db, queueId);
  const rows = [...new Set(missing.map(nameOf))].map((name) => {
    const [key, value] = JSON.parse(name) as [string, string];
    return { id: newId(), queue_id: queueId, key, value, color_hue: hueOf({ key, value }) };
  });
  await db.insert(queueLabels).values(rows).onConflictDoNothing();
  await requireRoomForLabels(db, queueId);
}

export async function listCaseLabels(db: Db, caseId: string, page: { limit: number; offset: number }): Promise<Label[]> {
  return db
    .select(labelFields)
    .from(caseLabels)
    .innerJoin(queueLabels, eq(queueLabels.id, caseLabels.label_id))
    .where(and(eq(caseLabels.case_id, caseId), isNotNull(queueLabels.queue_id)))
    .orderBy(queueLabels.key, queueLabels.value)
    .limit(page.limit)
    .offset(page.offset);
}

/** Returns how many were there. */
export async function unlinkLabels(db: Db, caseId: string, labelIds: readonly string[]): Promise<number> {
  const gone = await db
    .delete(caseLabels)
    .where(and(eq(caseLabels.case_id, caseId), inArray(caseLabels.label_id, [...labelIds])))
    .returning({ id: caseLabels.label_id });
  return gone.length;
}

/** Which of these are labels of the queue. */
export async function knownLabels(db: Db, queueId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: queueLabels.id })
    .from(queueLabels)
    .where(and(eq(queueLabels.queue_id, queueId), inArray(queueLabels.id, [...ids])));
  return new Set(rows.map((row) => row.id));
}
