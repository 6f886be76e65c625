import { sql } from "drizzle-orm";
import type { JobAct } from "#contract/queues/case-jobs.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

export const ofJobs: ReadCauses<"case_job.ended"> = async (db, events) => {
  const { rows } = await db.execute<JobFacts>(sql`
    select e.created_at as at, j.id, j.act, j.status = 'failed' as stuck, j.error, j.done, j.failed, j.started_by, q.id as queue_id,
      q.team_id, q.name as queue
    from ${rowsOf(events)} join case_jobs j on j.id = e.subject_id join queues q on q.id = j.queue_id order by e.n`);
  return rows.map(({ at, id, started_by, queue_id, team_id, ...one }) =>
    cause({
      team_id,
      queue_id,
      at: isoInstant(at),
      type: "background_job",
      // Items that failed are for whoever started it to look at.
      severity: one.stuck ? "warning" : one.failed > 0 ? "info" : "success",
      key: `job ${id}`,
      ends: one.stuck ? endingOf.job(id) : null,
      people: [started_by],
      ...said.jobEnded(one),
    }),
  );
};
type JobFacts = {
  readonly at: string;
  readonly id: string;
  readonly act: JobAct;
  readonly stuck: boolean;
  readonly error: string | null;
  readonly done: number;
  readonly failed: number;
  readonly started_by: string | null;
  readonly queue_id: string;
  readonly team_id: string;
  readonly queue: string;
};
