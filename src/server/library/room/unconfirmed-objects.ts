import { sql } from "drizzle-orm";
import { lock, locks } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Services } from "#server/platform/http/context.ts";

/** A row follows its bytes within seconds; a request that takes this long has lost its connection. */
const patienceMs = 3_600_000;
const portion = 100;

/** Every table whose rows name objects by `object_key`. */
export const tablesWithObjects = [
  "files",
  "file_versions",
  "skill_files",
  "case_attachments",
  "sandbox_files",
  "orphaned_objects",
] as const;

/**
 * Removes bytes that were written and whose row never came: a crash or a refusal lay between. What a row names is confirmed and not looked at
 * again. A process that is cut off in here, or another one beside it, does no harm.
 */
export async function settleObjects({
  store,
  objects,
}: { store: Pick<Services["store"], "db"> } & Pick<Services, "objects">): Promise<void> {
  // The age of a file is told by the clock of the machine that wrote it.
  const before = new Date(Date.now() - patienceMs);
  await objects.removeCutOff(before);
  let keys: string[] = [];
  const settle = async () => {
    await store.db.transaction(async (tx) => {
      await Promise.all((await unnamed(tx, keys)).map((key) => objects.remove(key)));
    });
    await objects.confirm(keys);
    keys = [];
  };
  for await (const key of objects.unconfirmed(before)) {
    keys.push(key);
    if (keys.length === portion) await settle();
  }
  if (keys.length > 0) await settle();
}

/**
 * Until the transaction ends nobody else stores or removes these bytes. For keys that are made of their content: another key is written once.
 */
export async function lockObject(tx: Db, key: string): Promise<void> {
  await lock(tx, locks.object(key));
}

/** Those that no row names. */
async function unnamed(tx: Db, keys: readonly string[]): Promise<string[]> {
  for (const key of keys.filter(isBlob).toSorted()) await lockObject(tx, key);
  const named = [
    ...tablesWithObjects.map((table) => sql`select 1 from ${sql.identifier(table)} where object_key = key`),
    sql`select 1 from file_uploads where key = any(pieces)`,
    sql`select 1 from code_blobs where sha256 = split_part(key, '/', 4)
      and team_id = case when key like 'teams/%/blobs/%' then split_part(key, '/', 2)::uuid end`,
  ];
  const { rows } = await tx.execute<{ key: string }>(
    sql`select key from unnest(${sql.param(keys)}::text[]) key where not exists (${sql.join(named, sql` union all `)})`,
  );
  return rows.map((row) => row.key);
}

const isBlob = (key: string) => /^teams\/[^/]+\/blobs\//.test(key);
