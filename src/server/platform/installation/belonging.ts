import type { Config } from "#server/platform/config.ts";
import { newId } from "#server/platform/db/columns.ts";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Store } from "#server/platform/db/open.ts";
import { StartRefusal } from "#server/platform/db/start-refusal.ts";
import { markKey, type ObjectStore } from "#server/platform/objects/object-store.ts";
import { fingerprintOf, type MasterKeys } from "#server/platform/objects/signer.ts";
import { sql } from "drizzle-orm";
import { installation } from "./installation.table.ts";

type Row = typeof installation.$inferSelect;
type Db = Store["db"];

const database = "(select oid::text from pg_database where datname = current_database())";
const server = "(select system_identifier::text from pg_control_system())";

/** Where a database is: its server, which a role may be kept from asking, and its number there. A restored copy has another one. */
async function homeOf(db: Db): Promise<string> {
  const ask = async (home: string) => (await db.execute<{ home: string }>(sql.raw(`select ${home} as home`))).rows[0]?.home ?? "";
  return ask(`${server} || '/' || ${database}`).catch(() => ask(database));
}

/**
 * Holds a start to what the store was used with before: its key here, its files by {@link claimFiles}. A fresh store takes both of whoever is
 * first. Throws a sentence for a person. Returns the row.
 */
export async function claimStore({ db }: Pick<Store, "db">, config: Config, keys: MasterKeys): Promise<Row> {
  const ours = fingerprintOf(keys.current);
  const home = await homeOf(db);
  return db.transaction(async (tx) => {
    await lock(tx, locks.installation);
    const paused_at = config.paused ? sql`now()` : null;
    const [first] = await tx
      .insert(installation)
      .values({ key_fingerprint: ours, files_id: newId(), home, paused_at })
      .onConflictDoNothing()
      .returning();
    if (first) return first;
    const [row] = await tx.select().from(installation);
    if (!row) throw new Error("The store does not say which installation it is of.");
    requireKey(row, config, keys);
    const [now] = await tx
      .update(installation)
      .set({ key_fingerprint: ours, home, paused_at: pausedAt(row, config, home) })
      .returning();
    return now ?? row;
  });
}

/** A copy that was restored elsewhere would do everything a second time that the original does. */
function pausedAt(row: Row, { paused }: Config, home: string) {
  if (paused === false) return null;
  return paused || row.home !== home ? (row.paused_at ?? sql`now()`) : row.paused_at;
}

function requireKey(row: Row, { storeAdopts }: Config, { current, former }: MasterKeys): void {
  const fits = [current, ...former].some((key) => fingerprintOf(key) === row.key_fingerprint);
  if (fits || storeAdopts.includes("secrets_key")) return;
  throw new StartRefusal(
    "The secrets of this store are sealed with another key than the one that this process has. Set its SECRETS_KEY, or the DATA_DIR with its " +
      "secrets.key. To replace the key, set the former one as SECRETS_KEY_PREVIOUS. If it is lost, set STORE_ADOPTS=secrets_key for one start with this " +
      "one: each secret then has to be entered again.",
  );
}

/** Whether the files of the store are where this process looks. Fails where that place does not answer. */
export async function hasItsFiles(objects: Pick<ObjectStore, "bytes" | "exists">, { files_id }: Pick<Row, "files_id">): Promise<boolean> {
  return (await objects.exists(markKey)) && Buffer.from(await objects.bytes(markKey)).toString() === files_id;
}

/** Marks the place of a store's files, once. Throws a sentence where they are elsewhere, and as the place does where that does not answer. */
export async function claimFiles(db: Db, objects: ObjectStore, { s3, dataDir, storeAdopts }: Config): Promise<void> {
  await db.transaction(async (tx) => {
    await lock(tx, locks.installation);
    const [row] = await tx.select().from(installation);
    if (!row || (await hasItsFiles(objects, row))) return;
    const adopts = storeAdopts.includes("files");
    if ((row.files_marked || (await objects.exists(markKey))) && !adopts)
      throw new StartRefusal(
        `The files of this store are not in ${s3 ? `the bucket “${s3.bucket}”` : `${dataDir}/objects`}. ` +
          `${s3 ? "Check S3_BUCKET and S3_PREFIX" : "Let DATA_DIR name the folder that has them, which all processes share, or set S3_BUCKET"}. ` +
          "`npm run move-files` moves them. If they are lost, or were copied without .installation, set STORE_ADOPTS=files for one start to keep what is there.",
      );
    await objects.put(markKey, Buffer.from(row.files_id));
    await objects.confirm([markKey]);
    await tx.update(installation).set({ files_marked: true });
  });
}
