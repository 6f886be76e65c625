import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { EarlierImport } from "#contract/queues/case-imports.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** What a file holds, whatever it is called and whatever its columns are taken for. */
export function digestOf(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const hash = createHash("sha256").update(JSON.stringify(header));
  for (const cells of rows) hash.update("\n").update(JSON.stringify(cells));
  return hash.digest("hex");
}

/** The last import of a file into a queue that added cases, or does. */
export async function findEarlier(db: Db, queueId: string, digest: string): Promise<EarlierImport | null> {
  const { rows } = await db.execute(sql`
    select j.id as job_id, j.act->>'file_name' as file_name, u.name as started_by_name, j.created_at, j.status = 'running' as is_running,
      j.done as added
    from case_jobs j left join users u on u.id = j.started_by
    where j.queue_id = ${queueId} and j.digest = ${digest} and (j.done > 0 or j.status = 'running') order by j.created_at desc limit 1`);
  return rows[0] ? withInstants(rows[0] as unknown as EarlierImport, "created_at") : null;
}

/** How many of these titles a pending case of the queue has. */
export async function countWaiting(db: Db, queueId: string, titles: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from unnest(${sql.param([...titles])}::text[]) t(title) where exists (
      select from cases c where c.queue_id = ${queueId} and c.state = 'pending' and md5(c.title) = md5(t.title) and c.title = t.title)`);
  return rows[0]?.n ?? 0;
}
