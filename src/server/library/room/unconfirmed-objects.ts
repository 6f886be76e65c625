import { sql } from "drizzle-orm";
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
  "clarity_captures",
  "code_blobs",
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
    // A key is of one write alone: no row comes to name it any more.
    const left = await unnamed(store.db, keys);
    await Promise.all(left.map((key) => objects.remove(key)));
    await objects.confirm(keys);
    keys = [];
  };
  for await (const key of objects.unconfirmed(before)) {
    keys.push(key);
    if (keys.length === portion) await settle();
  }
  if (keys.length > 0) await settle();
}

/** Those that no row names. What begins with a dot is none of a row. */
async function unnamed(db: Pick<Db, "execute">, keys: readonly string[]): Promise<string[]> {
  const named = [
    ...tablesWithObjects.map((table) => sql`select 1 from ${sql.identifier(table)} where object_key = key`),
    sql`select 1 from file_uploads where key = any(pieces)`,
  ];
  const { rows } = await db.execute<{ key: string }>(
    sql`select key from unnest(${sql.param(keys)}::text[]) key where not starts_with(key, '.') and not exists (${sql.join(named, sql` union all `)})`,
  );
  return rows.map((row) => row.key);
}
