import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

const mostSandboxes = 200;
const mostFiles = 2_000;

interface Due extends Record<string, unknown> {
  readonly sandbox_id: string;
  readonly files: number;
}

/**
 * Removes a portion of the sandboxes of a team whose runs have all ended before so many days, in the caller's transaction. The runs stay: one that
 * is written to again gets a new sandbox. Returns how many went.
 */
export async function removeFiles(tx: Db, teamId: string, days: number): Promise<number> {
  const limit = sql`now() - make_interval(days => ${days}::int)`;
  const { rows: due } = await tx.execute<Due>(sql`
    select r.sandbox_id, (select count(*)::int from sandbox_files f where f.sandbox_id = r.sandbox_id) as files
    from runs r where r.team_id = ${teamId} and r.completed_at < ${limit} and r.sandbox_id is not null and not exists (
      select from runs o where o.sandbox_id = r.sandbox_id and (o.completed_at is null or o.completed_at >= ${limit}))
    order by r.completed_at limit ${mostSandboxes} for update of r skip locked`);
  const portion = new Set<string>();
  let files = 0;
  for (const each of due) {
    if (portion.has(each.sandbox_id)) continue;
    files += each.files;
    if (portion.size > 0 && files > mostFiles) break;
    portion.add(each.sandbox_id);
  }
  if (portion.size === 0) return 0;
  const ended = sql`array(select id from runs where sandbox_id = any(${idsOf(portion)}) and completed_at < ${limit})`;
  const gone = await removeFilesOf(tx, portion, ended);
  await tx.execute(sql`update runs set sandbox_id = null where sandbox_id = any(${idsOf(gone)})`);
  return gone.length;
}

/**
 * Removes those of the sandboxes that no run but these uses; the bytes follow as orphans. A run that starts with one of them has locked it, so
 * who else uses it is asked under the lock. Returns which went.
 */
export async function removeFilesOf(tx: Db, sandboxes: ReadonlySet<string>, runs: SQL): Promise<string[]> {
  if (sandboxes.size === 0) return [];
  await tx.execute(sql`select from sandboxes where id = any(${idsOf(sandboxes)}) order by id for update`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from unnest(${idsOf(sandboxes)}) s(id)
    where not exists (select from runs r where r.sandbox_id = s.id and r.id <> all(${runs}))`);
  const gone = rows.map((row) => row.id);
  await tx.execute(sql`
    insert into orphaned_objects (object_key) select object_key from sandbox_files where sandbox_id = any(${idsOf(gone)}) on conflict do nothing`);
  await tx.execute(sql`delete from sandboxes where id = any(${idsOf(gone)})`);
  return gone;
}

function idsOf(ids: Iterable<string>): SQL {
  return sql`${sql.param([...ids])}::uuid[]`;
}
