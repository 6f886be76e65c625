import { sql } from "drizzle-orm";
import type { ImportedRow, RefusedRow, RowIssue } from "#contract/queues/case-imports.ts";
import type { NewCase } from "#contract/queues/cases.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseJobs } from "#server/queues/jobs/case-jobs.table.ts";
import { digestOf } from "./earlier-imports.store.ts";

interface NewImport {
  readonly queueId: string;
  readonly userId: string;
  readonly file_name: string;
  readonly header: readonly string[];
  readonly rows: readonly ImportedRow[];
}

/** Rows that one statement stores: a few megabytes of them. */
const atOnce = 1_000;
/** Of what stands in a row that is no case. */
const shownLetters = 200;

/** Stores an import with all rows of its file. Those that the sender refused are counted at once. */
export async function insertImport(db: Db, { queueId, userId, file_name, header, rows }: NewImport): Promise<string> {
  const id = newId();
  const failed = rows.filter((row) => row.refused).length;
  const isDone = failed === rows.length;
  await db.insert(caseJobs).values({
    id,
    queue_id: queueId,
    act: { kind: "import", file_name },
    header,
    digest: digestOf(
      header,
      rows.map(({ cells }) => cells),
    ),
    total: rows.length,
    failed,
    started_by: userId,
    ...(isDone ? { status: "done", ended_at: new Date().toISOString() } : { status: "running" }),
  });
  for (let from = 0; from < rows.length; from += atOnce) await insertRows(db, id, rows.slice(from, from + atOnce), from);
  return id;
}

async function insertRows(db: Db, jobId: string, rows: readonly ImportedRow[], from: number): Promise<void> {
  const records = rows.map(({ line, cells, quoted, case: one, refused }, at) => ({
    place: from + at + 1,
    line,
    cells,
    quoted: quoted ?? null,
    new_case: one ?? null,
    issues: refused ?? null,
    title: one?.title ?? cells.filter(Boolean).join(", ").slice(0, shownLetters).toWellFormed(),
  }));
  await db.execute(sql`
    with sent as (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as r(place int, line int, title text, cells jsonb, quoted jsonb, new_case jsonb, issues jsonb)),
    items as (
      insert into case_job_items (job_id, place, line, title, outcome, reason)
      select ${jobId}::uuid, place, line, title, case when issues is null then 'left' else 'failed' end,
        case when issues is not null then 'unfit' end from sent)
    insert into case_import_rows (job_id, place, cells, quoted, new_case, issues) select ${jobId}::uuid, place, cells, quoted, new_case, issues from sent`);
}

export async function newCasesOf(db: Db, jobId: string, places: readonly number[]): Promise<{ place: number; new_case: NewCase }[]> {
  const { rows } = await db.execute<{ place: number; new_case: NewCase }>(sql`
    select place, new_case from case_import_rows where job_id = ${jobId} and place = any(${sql.param([...places])}::int[]) order by place`);
  return rows;
}

/** Lets go of rows that are cases now. */
export async function dropRows(db: Db, jobId: string, places: readonly number[]): Promise<void> {
  await db.execute(sql`delete from case_import_rows where job_id = ${jobId} and place = any(${sql.param([...places])}::int[])`);
}

export interface RowRefusal {
  readonly place: number;
  readonly issues: readonly RowIssue[];
}

export async function refuseRows(db: Db, jobId: string, refusals: readonly RowRefusal[]): Promise<void> {
  await db.execute(sql`
    update case_import_rows i set issues = r.issues from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as r(place int, issues jsonb)
    where i.job_id = ${jobId} and i.place = r.place`);
}

interface RefusedPage {
  readonly header: string[];
  readonly rows: RefusedRow[];
  readonly next: number | null;
}

/** Of the cells of one page, in characters: rows can be long. One row is always on it. */
const maxPage = 4_000_000;

export async function listRefused(
  db: Db,
  jobId: string,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<RefusedPage> {
  const { rows: jobs } = await db.execute<{ header: string[] | null }>(sql`select header from case_jobs where id = ${jobId}`);
  const { rows } = await db.execute<Omit<RefusedRow, "quoted"> & { quoted: number[] | null; place: number; [key: string]: unknown }>(sql`
    select place, line, cells, quoted, issues from (
      select i.place, i.line, r.cells, r.quoted, coalesce(r.issues, '[]') as issues,
        sum(length(r.cells::text)) over (order by i.place) - length(r.cells::text) as before
      from (select place, line from case_job_items where job_id = ${jobId} and outcome = 'failed' and place > ${after}::bigint order by place limit ${limit}) i
      join case_import_rows r on r.job_id = ${jobId} and r.place = i.place) page
    where before < ${maxPage} order by place`);
  const last = rows.at(-1)?.place;
  return {
    header: jobs[0]?.header ?? [],
    rows: rows.map(({ line, cells, quoted, issues }) => ({ line, cells, ...(quoted && { quoted }), issues })),
    next: last !== undefined && (await hasMore(db, jobId, last)) ? last : null,
  };
}

/** A page can be short because its rows are long. */
async function hasMore(db: Db, jobId: string, after: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from case_job_items where job_id = ${jobId} and outcome = 'failed' and place > ${after} limit 1`);
  return rows.length > 0;
}
