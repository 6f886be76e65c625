import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { hanging } from "./hanging.ts";
import { within } from "./portion.ts";
import { removeFilesOf } from "./remove-files.ts";

/** Runs of one portion, and rows that go with them: a statement about more could hold others up. */
const mostRuns = 200;
const mostRows = 5_000;

interface Due extends Record<string, unknown> {
  readonly id: string;
  readonly sandbox_id: string | null;
  /** Its messages and files. */
  readonly rows: number;
}

/** As {@link removeEnded}, of a team's runs that ended before so many days. */
export async function removeRuns(tx: Db, teamId: string, days: number): Promise<number> {
  return removeEnded(tx, sql`r.team_id = ${teamId} and r.completed_at < now() - make_interval(days => ${days}::int)`);
}

/**
 * Removes a portion of the ended runs `r` that a condition says, with everything that is theirs alone, in the caller's transaction. Runs that
 * somebody has just locked wait for the next time. Returns how many went.
 */
export async function removeEnded(tx: Db, which: SQL): Promise<number> {
  const { rows: due } = await tx.execute<Due>(sql`
    select r.id, r.sandbox_id, (r.message_count + (select count(*) from sandbox_files f where f.sandbox_id = r.sandbox_id))::int as rows
    from runs r where ${which} and r.completed_at is not null and not ${hanging}
    order by r.completed_at, r.id limit ${mostRuns} for update of r skip locked`);
  const portion = within(due, mostRows);
  if (portion.length === 0) return 0;
  const ids = sql`${sql.param(portion.map((run) => run.id))}::uuid[]`;
  await removeFilesOf(tx, new Set(portion.flatMap((run) => run.sandbox_id ?? [])), ids);
  await forgetWords(tx, ids);
  await tx.execute(sql`delete from runs where id = any(${ids})`);
  return portion.length;
}

/** What a judge wrote about a run is about its transcript and goes with it. The figures stay, for the scores of its agent count them. */
async function forgetWords(tx: Db, ids: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`delete from run_evaluations where run_id = any(${ids}) and status <> 'ready'`);
  await tx.execute(sql`
    update run_evaluations set final_comment = null, verdicts = coalesce((
      select jsonb_agg(v.value || '{"reason": ""}' order by v.ordinality) from jsonb_array_elements(verdicts) with ordinality v), '[]')
    where run_id = any(${ids})`);
}
