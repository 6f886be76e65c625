import { and, eq, sql } from "drizzle-orm";
import type { CountedLabel } from "#contract/queues/labels.ts";
import { newId } from "#server/db/columns.ts";
import type { Db } from "#server/db/open.ts";
import { caseCounts, queueLabels } from "#server/db/tables/queues.ts";

type LabelRecord = typeof queueLabels.$inferSelect;

const labelFields = { id: queueLabels.id, key: queueLabels.key, value: queueLabels.value, color_hue: queueLabels.color_hue };
const caseCount = sql<number>`(select coalesce(sum(c.n), 0)::int from ${caseCounts} c where c.scope = ${queueLabels.id}::text)`;

export async function listLabels(db: Db, queueId: string, page: { limit: number; offset: number }): Promise<CountedLabel[]> {
  return db
    .select({ ...labelFields, case_count: caseCount })
    .from(queueLabels)
    .where(eq(queueLabels.queue_id, queueId))
    .orderBy(queueLabels.key, queueLabels.value)
    .limit(page.limit)
    .offset(page.offset);
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
  const [row] = await db.select(labelFields).from(queueLabels).where(inQueue(queueId, labelId)).for("update");
  return row;
}

export async function patchLabel(db: Db, labelId: string, patch: Partial<Pick<LabelRecord, "key" | "value" | "color_hue">>) {
  const [row] = await db.update(queueLabels).set(patch).where(eq(queueLabels.id, labelId)).returning(labelFields);
  return row;
}

export async function removeLabel(db: Db, queueId: string, labelId: string): Promise<boolean> {
  const rows = await db.delete(queueLabels).where(inQueue(queueId, labelId)).returning({ id: queueLabels.id });
  return rows.length > 0;
}
