import { sql } from "drizzle-orm";
import type { ActOf, CaseJobItem, JobAct } from "#contract/queues/case-jobs.ts";
import { type JobHand, type JobKind, type JobTable, JobCannotGoOn } from "#server/engine/jobs/job-kind.ts";
import type { Db } from "#server/platform/db/open.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import { namedIn } from "#server/queues/cases/case-conditions.ts";
import { type CaseAction, doTo } from "#server/queues/cases/case-acts.ts";
import { holdCases } from "#server/queues/cases/case-owners.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import { type JobItem, type JobResult, endCounted, itemsLeft, note, recordEnd } from "./case-job-items.store.ts";
import type { JobInTeam } from "./case-jobs.store.ts";

/** Changes of many cases of a queue. */
export const caseJobs: JobTable<JobInTeam> = {
  name: "case jobs",
  table: "case_jobs",
  kind: sql`(j.act ->> 'kind')`,
  team: sql`(select q.team_id from queues q where q.id = j.queue_id)`,
  read: (row) => row as unknown as JobInTeam,
  tell: (live, { id, team_id }) => live.publish({ teamId: team_id, topic: "case_job", id }),
  failed: (tx, { id }) => recordEnd(tx, id),
};

interface Changed {
  readonly results: readonly JobResult[];
  readonly caseIds: readonly string[];
  readonly interruptedRunIds: readonly string[];
}

/** The job of one of the acts; `act` is the job's. */
export type JobOf<Name extends JobAct["kind"]> = JobInTeam & { readonly act: ActOf<Name> };

interface CaseJobSpec<Name extends JobAct["kind"]> {
  readonly name: Name;
  /** 250 without it. */
  readonly atOnce?: number;
  change(tx: Db, job: JobOf<Name>, items: readonly JobItem[], hand: JobHand): Promise<Changed>;
  /** Makes items of what is left, where they were not stored with the job. */
  find?(tx: Db, job: JobOf<Name>, limit: number): Promise<JobItem[]>;
  /** Why an item that was taken alone has failed; "refused" without it. */
  whyLeft?(tx: Db, job: JobOf<Name>, item: JobItem, error: unknown): Promise<CaseJobItem["reason"]>;
}

/** A kind of job whose items are cases of a queue, or become some. Who wants to change the queue waits for a portion. */
export function caseJob<Name extends JobAct["kind"]>(spec: CaseJobSpec<Name>): JobKind<JobOf<Name>, JobItem> {
  const { name, atOnce = 250 } = spec;
  async function items(tx: Db, job: JobOf<Name>, limit: number): Promise<JobItem[]> {
    const left = await itemsLeft(tx, job.id, limit);
    return left.length === 0 && spec.find ? spec.find(tx, job, limit) : left;
  }
  return {
    of: caseJobs as JobTable<JobOf<Name>>,
    name,
    atOnce,
    items,
    async apply(tx, job, some, hand) {
      if (!(await lockQueue(tx, job.queue_id))) throw new JobCannotGoOn("The queue was deleted.");
      if (some.length === 0) return false;
      const { results, caseIds, interruptedRunIds } = await spec.change(tx, job, some, hand);
      const more = await note(tx, job.id, results, interruptedRunIds.length);
      hand.afterCommit(() => {
        casesChanged(hand.services.live, job.team_id, job.queue_id, caseIds);
        hand.services.wakeCases();
      });
      return more || spec.find !== undefined;
    },
    async leave(tx, job, item, error) {
      const [next] = await items(tx, job, 1);
      if (next?.place !== item.place) return;
      const reason = (await spec.whyLeft?.(tx, job, item, error)) ?? "refused";
      await note(tx, job.id, [{ place: item.place, outcome: "failed", reason }], 0);
    },
    end: (tx, job) => endCounted(tx, job.id),
  };
}

/** The job that does to many cases what a request does to some. */
export function jobOf<Name extends JobAct["kind"]>(
  action: CaseAction<ActOf<Name>>,
  also: Pick<CaseJobSpec<Name>, "find"> & { require?(tx: Db, job: JobOf<Name>): Promise<void> } = {},
): JobKind<JobOf<Name>, JobItem> {
  return caseJob<Name>({
    name: action.kind,
    ...(also.find ? { find: also.find } : {}),
    async change(tx, job, items, { services, afterCommit }) {
      await also.require?.(tx, job);
      const ids = items.flatMap(({ case_id }) => case_id ?? []);
      const held = await holdCases(tx, namedIn(job.queue_id, ids));
      const { done, interruptedRunIds } = await doTo(
        { db: tx, control: services, userId: job.started_by, afterCommit },
        held,
        action,
        job.act,
      );
      const [changed, found] = [new Set(done), new Set(held.cases.map((one) => one.id))];
      const results = items.map(({ place, case_id }): JobResult => {
        const id = case_id ?? "";
        if (changed.has(id)) return { place, outcome: "done", reason: null };
        return { place, outcome: "skipped", reason: found.has(id) ? "unchanged" : "not_in_queue" };
      });
      return { results, caseIds: done, interruptedRunIds };
    },
  });
}
