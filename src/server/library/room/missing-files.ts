import { sql } from "drizzle-orm";
import type { Config } from "#server/platform/config.ts";
import type { Db } from "#server/platform/db/open.ts";
import { isFilesAway } from "#server/platform/objects/files-away.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import { tablesWithObjects } from "./unconfirmed-objects.ts";

interface Started {
  readonly store: { readonly db: Pick<Db, "execute"> };
  readonly objects: Pick<ObjectStore, "exists">;
  readonly config: Pick<Config, "dataDir" | "s3">;
  readonly log: { warn(text: string): void };
}

/** Says at a start that the rows name files which are not where the settings say: all of those that it looks at, one of each kind. */
export async function warnOfMissingFiles({ store, objects, config: { dataDir, s3 }, log }: Started): Promise<void> {
  const kept = tablesWithObjects.filter((table) => table !== "orphaned_objects");
  const first = kept.map((table) => sql`(select object_key as key from ${sql.identifier(table)} where object_key is not null limit 1)`);
  const { rows } = await store.db.execute<{ key: string }>(sql.join(first, sql` union all `));
  const found = await Promise.all(rows.map(({ key }) => objects.exists(key))).catch((error: unknown) => {
    // Whether they are there is seen once it answers.
    if (isFilesAway(error)) return [true];
    throw error;
  });
  if (rows.length === 0 || found.some(Boolean)) return;
  log.warn(
    s3
      ? `The files that the database names are not in the bucket “${s3.bucket}”. Check S3_BUCKET and S3_PREFIX: until then no file opens.`
      : `The files that the database names are not in ${dataDir}/objects. If they are in a bucket, set S3_BUCKET: until then no file opens.`,
  );
}
