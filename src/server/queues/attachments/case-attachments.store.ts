import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { CaseAttachment } from "#contract/queues/case-attachments.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseAttachments } from "./case-attachments.table.ts";
import type { Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { orRemove } from "#server/library/files/files.store.ts";
import { orphan } from "#server/library/room/orphans.store.ts";

export type AttachmentRecord = typeof caseAttachments.$inferSelect;
const a = caseAttachments;

export async function insertAttachment(
  db: Db,
  attachment: Pick<AttachmentRecord, "case_id" | "team_id" | "filename" | "mime_type" | "size_bytes" | "created_by">,
): Promise<string> {
  const [row] = await db.insert(a).values(attachment).returning({ id: a.id });
  if (!row) throw new Error("insert returned no attachment");
  return row.id;
}

/** How many a case has, those that are under way and those that failed too. */
export async function countAttachments(db: Db, caseId: string): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(a)
    .where(and(eq(a.case_id, caseId), isNull(a.deleted_at)));
  return rows[0]?.n ?? 0;
}

/** Held until the transaction ends. Undefined when the case has none with this id. */
export async function lockAttachment(db: Db, caseId: string, id: string): Promise<AttachmentRecord | undefined> {
  const [row] = await db
    .select()
    .from(a)
    .where(and(eq(a.id, id), eq(a.case_id, caseId), isNull(a.deleted_at)))
    .for("update");
  return row;
}

export async function listAttachments(db: Db, caseId: string): Promise<CaseAttachment[]> {
  const { rows } = await db.execute(sql`
    select c.id, c.case_id, c.filename, c.mime_type, c.size_bytes, c.status, c.failure_reason, c.created_by as created_by_user_id,
      u.name as created_by_user_name, c.created_at
    from ${a} c left join users u on u.id = c.created_by
    where c.case_id = ${caseId} and c.deleted_at is null and c.status <> 'pending' order by c.created_at, c.id`);
  return (rows as unknown as CaseAttachment[]).map((row) => withInstants(row, "created_at"));
}

/** Those of the case that a run owns which it can read: once it has claimed the case, of one out of the queues `given` even before. */
export async function attachmentsOfRun(db: Db, runId: string, given: readonly string[] = []): Promise<AttachmentRecord[]> {
  return db
    .select()
    .from(a)
    .where(
      and(
        sql`${a.case_id} in (select id from cases where run_id = ${runId}
          and (claimed_at is not null or queue_id = any(${sql.param([...given])}::uuid[])))`,
        eq(a.status, "ready"),
        isNull(a.deleted_at),
      ),
    )
    .orderBy(a.created_at, a.id);
}

/** Ends an upload, one way or the other. What did not arrive whole is let go. */
export async function settleAttachment(db: Db, { id, object_key }: AttachmentRecord, failure: string | undefined): Promise<void> {
  const settled = failure ? ({ status: "failed", failure_reason: failure, object_key: null } as const) : ({ status: "ready" } as const);
  await db.update(a).set(settled).where(eq(a.id, id));
  if (failure && object_key) await orphan(db, [object_key]);
}

export async function removeAttachment(db: Db, { id, object_key }: AttachmentRecord): Promise<void> {
  await db
    .update(a)
    .set({ deleted_at: sql`now()`, object_key: null })
    .where(eq(a.id, id));
  if (object_key) await orphan(db, [object_key]);
}

/** What a signed address for the upload of an attachment says. */
export interface AttachmentGrant {
  readonly team: string;
  readonly attachment: string;
  /** As announced, in bytes. */
  readonly size: number;
}

/** Takes bytes that have arrived at a signed address. Once the attachment is settled or deleted, none are wanted any more. */
export async function keepAttachment(
  { store, objects }: Pick<Services, "store" | "objects">,
  { attachment }: AttachmentGrant,
  objectKey: string,
): Promise<void> {
  await orRemove(objects, objectKey, () =>
    store.db.transaction(async (tx) => {
      const wanted = and(eq(a.id, attachment), eq(a.status, "pending"), isNull(a.deleted_at));
      const [row] = await tx.select().from(a).where(wanted).for("update");
      if (!row) throw refuse("not_found", "This upload has ended. Attach the file again.");
      await tx.update(a).set({ object_key: objectKey }).where(eq(a.id, attachment));
      if (row.object_key) await orphan(tx, [row.object_key]);
    }),
  );
}

/** Lets go of uploads that nobody has finished within a day, so many in a statement. One that somebody holds is left for the next time. */
export async function removeStaleAttachments({ store }: Pick<Services, "store">, closed: () => boolean, atOnce = 1_000): Promise<void> {
  const portion = sql`
    delete from ${a} where ctid = any(array(
      select ctid from ${a} where status = 'pending' and created_at < now() - interval '24 hours'
      order by created_at limit ${atOnce} for update skip locked))`;
  while (!closed() && (await store.db.execute(portion)).rowCount === atOnce);
}
