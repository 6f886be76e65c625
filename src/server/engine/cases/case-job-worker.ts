import { sql } from "drizzle-orm";
import type { CaseJobItem } from "#contract/queues/case-jobs.ts";
import type { Db } from "#server/db/open.ts";
import { describe } from "#server/engine/describe.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { actOn } from "#server/queues/case-acts.ts";
import { casesChanged } from "#server/queues/case-changes.ts";
import { namedIn } from "#server/queues/case-conditions.ts";
import { type JobInTeam, endJob, lockJob, takeTurn } from "#server/queues/case-jobs.store.ts";
import { holdCases } from "#server/queues/case-owners.ts";
import { findConsumer } from "#server/queues/consumers.store.ts";
import { lockQueue } from "#server/queues/queues.store.ts";

/** Cases that one transaction changes: few enough that whoever needs one of them hardly waits. */
const atOnce = 250;
const pollMs = 1_000;

interface Item {
  readonly place: number;
  readonly case_id: string;
  [key: string]: unknown;
}
type Result = Pick<CaseJobItem, "outcome" | "reason"> & { readonly place: number };

async function nextItems(tx: Db, jobId: string, limit: number): Promise<Item[]> {
  const { rows } = await tx.execute<Item>(sql`
    select place, case_id from case_job_items where job_id = ${jobId} and outcome = 'left' order by place limit ${limit}`);
  return rows;
}

/** Notes what became of items and counts it, in the transaction that changed the cases. The last of them ends the job. */
async function note(tx: Db, job: JobInTeam, results: readonly Result[], interrupted: number): Promise<void> {
  await tx.execute(sql`
    update case_job_items i set outcome = r.outcome, reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(place int, outcome text, reason text)
    where i.job_id = ${job.id} and i.place = r.place`);
  const of = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  await tx.execute(sql`
    update case_jobs set done = done + ${of("done")}, skipped = skipped + ${of("skipped")}, failed = failed + ${of("failed")},
      interrupted_runs = interrupted_runs + ${interrupted}, turn_at = clock_timestamp() where id = ${job.id}`);
  await tx.execute(sql`
    update case_jobs set status = 'done', ended_at = now() where id = ${job.id} and done + skipped + failed = total`);
}

export interface CaseJobs {
  /** Jobs may have begun: looks at once. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * Works on changes of many cases, a portion of each in turn. A portion and what is noted of it are one transaction, so that whoever is
 * killed in the middle has done none of it, and whoever comes next goes on behind the last one that is noted.
 */
export function createCaseJobs(services: EngineServices): CaseJobs {
  const { store, live, log } = services;
  /** Jobs of which a portion was refused, and how many items are still taken one by one, to find which it was. */
  const careful = new Map<string, number>();
  let closed = false;
  let again = false;
  let working: Promise<void> | undefined;

  /** Returns false when no job is due. Throws what makes a later try worthwhile. */
  async function portion(): Promise<boolean> {
    const effects: (() => void)[] = [];
    let taken: { job: JobInTeam; items: readonly Item[] } | undefined;
    try {
      await store.db.transaction(async (tx) => {
        const job = await takeTurn(tx);
        if (!job) return;
        const items = await nextItems(tx, job.id, careful.has(job.id) ? 1 : atOnce);
        taken = { job, items };
        await change(tx, job, items, (effect) => effects.push(effect));
      });
    } catch (error) {
      if (!taken || isPassing(error)) throw error;
      log.warn({ job: taken.job.id, error: describe(error) }, "could not change a portion of the cases of a job");
      await giveUpOrSplit(taken.job, taken.items);
    }
    if (!taken) return false;
    for (const effect of effects) effect();
    const left = careful.get(taken.job.id);
    if (left !== undefined && left > 1) careful.set(taken.job.id, left - 1);
    else if (left !== undefined) careful.delete(taken.job.id);
    return true;
  }

  async function change(tx: Db, job: JobInTeam, items: readonly Item[], afterCommit: (effect: () => void) => void): Promise<void> {
    const queue = await lockQueue(tx, job.queue_id);
    if (!queue) return endJob(tx, job.id, "failed", "The queue was deleted.");
    afterCommit(() => tell(job));
    if (job.act.kind === "reprocess" && !(await findConsumer(tx, queue.id, job.act.agent_id)))
      return endJob(tx, job.id, "failed", "The agent does not take cases from this queue any more.");
    const ids = items.map((item) => item.case_id);
    const held = await holdCases(tx, namedIn(queue.id, ids));
    const { done, interruptedRunIds } = await actOn({ db: tx, control: services, userId: job.started_by, afterCommit }, held, job.act);
    const [changed, found] = [new Set(done), new Set(held.cases.map((one) => one.id))];
    const results = items.map(({ place, case_id }): Result => {
      if (changed.has(case_id)) return { place, outcome: "done", reason: null };
      return { place, outcome: "skipped", reason: found.has(case_id) ? "unchanged" : "not_in_queue" };
    });
    await note(tx, job, results, interruptedRunIds.length);
    afterCommit(() => {
      casesChanged(live, job.team_id, queue.id, done);
      services.wakeCases();
    });
  }

  /** What refused a portion is looked for one by one; what is refused alone has failed, and the rest goes on. */
  async function giveUpOrSplit(job: JobInTeam, items: readonly Item[]): Promise<void> {
    const [only] = items;
    if (items.length > 1 || !only) return void careful.set(job.id, atOnce);
    await store.db.transaction(async (tx) => {
      const now = await lockJob(tx, job.queue_id, job.id);
      const [next] = await nextItems(tx, job.id, 1);
      if (now?.status === "running" && next?.place === only.place)
        await note(tx, job, [{ place: only.place, outcome: "failed", reason: "refused" }], 0);
    });
    tell(job);
  }

  function tell({ id, team_id }: JobInTeam): void {
    live.publish({ teamId: team_id, topic: "case_jobs", id });
  }

  function wake(): void {
    if (closed) return;
    again = true;
    working ??= (async () => {
      while (again && !closed) again = await portion();
    })()
      .catch((error: unknown) => log.warn({ error: describe(error) }, "could not go on with a job"))
      .finally(() => (working = undefined));
  }
  const poll = setInterval(wake, pollMs);
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(poll);
      await working;
    },
  };
}

/** Whether the same may go well in a moment: a deadlock, a lock or a statement that took too long, a store that cannot be reached. */
function isPassing(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const code = (cause as { code?: unknown }).code;
  return typeof code !== "string" || code.length !== 5 || /^(08|40|53|55|57)/.test(code);
}
