import { Readable } from "node:stream";
import { eq, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { fileUploads, orphanedObjects } from "#server/library/library.table.ts";
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

/** Uploads that one statement lets go of, of a few times as many pieces at most: a large file has thousands. */
const uploadsAtOnce = 200;
const piecesAtOnce = 5_000;

/** Lets go of uploads that nobody has gone on with for a day, in portions. One that somebody holds is left for the next time. */
export async function removeStaleUploads(
  { store }: Pick<Services, "store">,
  closed: () => boolean,
  { uploads = uploadsAtOnce, pieces = piecesAtOnce } = {},
): Promise<void> {
  const portion = sql`
    with stale as materialized (
      select id, pieces, updated_at from ${fileUploads} where updated_at < now() - interval '24 hours'
      order by updated_at, id limit ${uploads} for update skip locked),
    picked as materialized (
      select id from (select id, sum(cardinality(pieces)) over (order by updated_at, id) - cardinality(pieces) as before from stale) s
      where before < ${pieces}),
    gone as (delete from ${fileUploads} u using picked p where u.id = p.id returning u.pieces),
    let_go as (insert into ${orphanedObjects} (object_key) select unnest(pieces) from gone on conflict do nothing)
    select from gone`;
  while (!closed() && ((await store.db.execute(portion)).rowCount ?? 0) > 0);
}
