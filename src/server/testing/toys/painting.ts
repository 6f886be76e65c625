import { sql } from "drizzle-orm";
import { type JobKind, type JobRow, type JobTable, JobCannotGoOn } from "#server/engine/jobs/job-kind.ts";

interface PaintJob extends JobRow {
  readonly team_id: string;
  readonly color: string;
}

export const paintJobs: JobTable<PaintJob> = {
  name: "painting",
  table: "paint_jobs",
  kind: sql`'paint'`,
  team: sql`j.team_id`,
  read: (row) => row as unknown as PaintJob,
  tell: (live, { id, team_id }) => live.publish({ teamId: team_id, topic: "team_job", id }),
};

/** Paints the toys of a team, ten at a time. A toy that takes no paint says so, and there is no paint of the color "none". */
export const painting: JobKind<PaintJob, string> = {
  of: paintJobs,
  name: "paint",
  atOnce: 10,
  async items(tx, { team_id }, limit) {
    const left = sql`select id from toys where team_id = ${team_id} and color is null and refused is null order by name limit ${limit}`;
    return (await tx.execute<{ id: string }>(left)).rows.map(({ id }) => id);
  },
  async apply(tx, { id, color }, toyIds) {
    if (color === "none") throw new JobCannotGoOn("There is no such paint.");
    await tx.execute(sql`update toys set color = ${color} where id = any(${sql.param([...toyIds])}::uuid[])`);
    await tx.execute(sql`update paint_jobs set painted = painted + ${toyIds.length} where id = ${id}`);
    return toyIds.length > 0;
  },
  async leave(tx, _job, toyId) {
    await tx.execute(sql`update toys set refused = 'It takes no paint.' where id = ${toyId} and color is null`);
  },
  async end(tx, { id }) {
    await tx.execute(sql`update paint_jobs set status = 'done', ended_at = now() where id = ${id}`);
  },
};
