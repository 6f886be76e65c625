import { sql } from "drizzle-orm";
import type { Config } from "#server/platform/config.ts";
import type { Db } from "#server/platform/db/open.ts";
import { storageLimits } from "#server/library/library.table.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";

/** The trigger that counts stored bytes ends a statement with this code when there would be more than a limit allows. */
const full = "SF001";

/** Tells the store how much may be kept. All processes share its limits: the one that started last has said them. */
export async function setStorageLimits(db: Db, { storage }: Config): Promise<void> {
  const limits = Object.entries(storage).map(([scope, bytes]) => ({ scope, bytes }));
  await db
    .insert(storageLimits)
    .values(limits)
    .onConflictDoUpdate({ target: storageLimits.scope, set: { bytes: sql`excluded.bytes` } });
}

/** What a caller is told of an error: a refusal of ours, or `storage_full` where the store itself refused the bytes. Undefined for a fault. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return undefined;
  const { code, detail = "{}" } = error as { code?: unknown; detail?: string };
  return code === full ? storageFull(JSON.parse(detail) as Limit) : refusalOf(error.cause);
}

/** Throws what the store refuses as a refusal of ours. */
export async function refusing<T>(write: () => Promise<T>): Promise<T> {
  return write().catch((error: unknown) => {
    throw refusalOf(error) ?? error;
  });
}

/** Whom new bytes would count against. */
interface Holders {
  readonly person: string;
  readonly team: string;
}

/** Throws storage_full where there is no room for `copied` bytes, or in the team for `moved` ones of its organization. */
export async function requireRoom(db: Db, { person, team }: Holders, { copied, moved }: { copied: number; moved: number }): Promise<void> {
  const { rows } = await db.execute<Limit & Record<string, unknown>>(sql`
    with grown (scope, holder, n) as (values ('person', ${person}::text, ${copied}::bigint), ('team', ${team}, ${copied + moved}::bigint),
      ('organization', (select organization_id::text from teams where id = ${team}::uuid), ${copied}::bigint))
    select l.scope, l.bytes::float8 as bytes from grown g join ${storageLimits} l on l.scope = g.scope
    where g.n > 0 and l.bytes < g.n + (select coalesce(sum(c.n), 0) from storage_counts c where c.scope = g.scope || ':' || g.holder)
    order by l.bytes limit 1`);
  if (rows[0]) throw storageFull(rows[0]);
}

interface Limit {
  readonly scope: keyof Config["storage"];
  readonly bytes: number;
}

function storageFull({ scope, bytes }: Limit): Refusal {
  const megabytes = (bytes / 1_000_000).toLocaleString("en");
  return refuse(
    "storage_full",
    `One ${scope} can store ${megabytes} MB of files, and this would be more. Delete files that are no longer needed, then try again.`,
  );
}
