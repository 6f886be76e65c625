import { Readable } from "node:stream";
import { eq, lt, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { fileUploads } from "#server/library/library.table.ts";
import type { Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type FileGrant, keepTeamFile } from "./files.store.ts";
import { orphan } from "#server/library/room/orphans.store.ts";

export type UploadRecord = typeof fileUploads.$inferSelect;

export async function findUpload(db: Db, id: string): Promise<UploadRecord | undefined> {
  const [row] = await db.select().from(fileUploads).where(eq(fileUploads.id, id));
  return row;
}

/** Appends a piece whose bytes are stored, if it begins where the upload ends; otherwise its bytes go. Returns the upload as it is then. */
export async function addPiece(
  db: Services["store"]["db"],
  grant: FileGrant,
  first: number,
  size: number,
  objectKey: string,
): Promise<UploadRecord> {
  return db.transaction(async (tx) => {
    await tx
      .insert(fileUploads)
      .values({ id: grant.upload, team_id: grant.team, user_id: sql`(select id from users where id = ${grant.user})` })
      .onConflictDoNothing();
    const upload = await lockUpload(tx, grant.upload);
    if (upload.completed || upload.received !== first) {
      await orphan(tx, [objectKey]);
      return upload;
    }
    const pieces = [...upload.pieces, objectKey];
    const received = first + size;
    await tx
      .update(fileUploads)
      .set({ pieces, received, updated_at: sql`now()` })
      .where(eq(fileUploads.id, upload.id));
    return { ...upload, pieces, received };
  });
}

async function lockUpload(tx: Db, id: string): Promise<UploadRecord> {
  const [row] = await tx.select().from(fileUploads).where(eq(fileUploads.id, id)).for("update");
  if (!row) throw refuse("not_found", "This upload has expired. Start it again.");
  return row;
}

/** Makes the pieces one file. May be called again after a crash, and by several at once: the file is written once. */
export async function completeUpload(
  services: Pick<Services, "store" | "objects" | "live">,
  grant: FileGrant,
  upload: UploadRecord,
): Promise<void> {
  if (upload.completed) return;
  const { objects } = services;
  const objectKey = `teams/${grant.team}/files/${newId()}`;
  await objects.put(objectKey, Readable.from(oneAfterAnother(objects, upload.pieces)));
  await keepTeamFile(services, grant, objectKey, upload.received, async (tx) => {
    const { completed, pieces } = await lockUpload(tx, upload.id);
    if (completed) throw refuse("not_found", "Another request already completed this upload.");
    await tx
      .update(fileUploads)
      .set({ completed: true, pieces: [], updated_at: sql`now()` })
      .where(eq(fileUploads.id, upload.id));
    await orphan(tx, pieces);
  });
}

async function* oneAfterAnother(objects: Services["objects"], keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* objects.stream(key) as AsyncIterable<Uint8Array>;
}

/** Lets go of uploads that nobody has gone on with for a day. */
export async function removeStaleUploads({ store }: Pick<Services, "store">): Promise<void> {
  await store.db.transaction(async (tx) => {
    const stale = await tx
      .delete(fileUploads)
      .where(lt(fileUploads.updated_at, sql`now() - interval '24 hours'`))
      .returning({ pieces: fileUploads.pieces });
    await orphan(
      tx,
      stale.flatMap(({ pieces }) => pieces),
    );
  });
}
