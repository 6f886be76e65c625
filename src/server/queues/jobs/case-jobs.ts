import { caseJobs } from "./case-job-kind.ts";
import type * as contract from "#contract/queues/case-jobs.ts";
import { retriesFailed } from "#contract/queues/case-jobs.ts";
import { maySteerJob } from "#contract/queues/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { holdJob, stopJob } from "#server/engine/jobs/job-turns.store.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { consumerOf } from "./case-bulk.ts";
import { conditionOf, selectionOf } from "#server/queues/cases/case-conditions.ts";
import {
  type JobRecord,
  findJob,
  findJobRecord,
  insertJob,
  insertWithRoom,
  itemsMatching,
  itemsNamed,
  listItems,
  listJobs,
  reopenJob,
  requireRoomForJob,
} from "./case-jobs.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";

export const caseJobHandlers: Handlers<typeof contract, EngineContext> = {
  async startCaseJob({ params: { queue_id }, body: { act, case_ids, filters = {}, search } }, context) {
    const { db, caller } = context;
    const id = await insertWithRoom(db, queue_id, async () => {
      if (act.kind === "reprocess") await consumerOf(context, queue_id, act.agent_id);
      const items = case_ids
        ? itemsNamed(queue_id, [...new Set(case_ids)])
        : itemsMatching(conditionOf(await selectionOf(db, queue_id, { ...filters, search })));
      return insertJob(db, queue_id, act, caller.userId, items);
    });
    changed(context, id);
    return { job: await findJob(db, queue_id, id) };
  },

  async listCaseJobs({ params, query }, { db }) {
    return { ...(await inSnapshot(db, (at) => listJobs(at, params.queue_id, query))), ...query };
  },

  async getCaseJob({ params }, { db }) {
    return { job: await findJob(db, params.queue_id, params.job_id) };
  },

  async listCaseJobItems({ params, query }, { db }) {
    const { id } = await findJob(db, params.queue_id, params.job_id);
    return listItems(db, id, query);
  },

  async abortCaseJob({ params }, context) {
    const job = await holdOwn(context, params);
    if (job.status === "running") await stopJob(context.db, caseJobs, job.id, "aborted");
    changed(context, job.id);
    return { job: await findJob(context.db, params.queue_id, job.id) };
  },

  async resumeCaseJob({ params }, context) {
    const { db } = context;
    // The job before its queue, as whoever works on it.
    const job = await holdOwn(context, params);
    if (!(await lockQueue(db, params.queue_id))) throw refuse("not_found");
    if (job.status !== "running" && hasMoreToDo(job)) {
      await requireRoomForJob(db, params.queue_id);
      await reopenJob(db, job);
    }
    changed(context, job.id);
    return { job: await findJob(db, params.queue_id, job.id) };
  },
};

function hasMoreToDo({ act, total, done, skipped, failed }: JobRecord): boolean {
  return done + skipped + (retriesFailed(act) ? 0 : failed) < total;
}

async function holdOwn(
  { db, caller, team }: EngineContext,
  { queue_id, job_id }: { queue_id: string; job_id: string },
): Promise<JobRecord> {
  await holdJob(db, caseJobs, job_id);
  const job = await findJobRecord(db, queue_id, job_id);
  if (!job) throw refuse("not_found");
  if (!maySteerJob({ started_by_user_id: job.started_by }, whoOf({ caller, team })))
    throw refuse("forbidden", "Only the person who started this job and Managers can stop or resume it.");
  return job;
}

/** Tells screens of a job, and whoever works on jobs. */
export function changed(context: EngineContext, jobId: string): void {
  context.changed("case_job", jobId);
  context.afterCommit(() => context.engine.wake(caseJobs));
}
