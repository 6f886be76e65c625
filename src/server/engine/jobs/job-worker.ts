import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { figure } from "#server/platform/metrics/metrics.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop, type WakeLoop } from "#server/platform/work/wake-loop.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { mayPass } from "#server/engine/upkeep/may-pass.ts";
import { type JobHand, type JobKind, type JobRow, type JobServices, type JobTable, JobCannotGoOn } from "./job-kind.ts";
import { holdJob, jobsDue, passTurn, postpone, stopJob, takeAtOnce, takeTurn } from "./job-turns.store.ts";

const portionsFailed = figure(
  "caseload_job_portions_failed_total",
  "Portions of jobs that failed and are tried again, by kind of work.",
  "work",
);

/** Failures of one portion in a row until it is taken apart, and of one item until it has failed: half a minute. */
const maxFailures = 5;

interface Taken {
  readonly job: JobRow;
  readonly kind: JobKind;
  readonly items: readonly unknown[];
}

/**
 * Works on the jobs of a table, a portion of each in turn. A portion and what is noted of it are one transaction, so that whoever is killed in
 * the middle has done none of it, and whoever comes next goes on behind the last one that is noted.
 */
export function createJobs(services: JobServices & Pick<EngineServices, "looks">, jobs: JobTable, listed: readonly JobKind[]): WakeLoop {
  const { store, live, log, metrics } = services;
  const kinds = new Map(listed.map((kind) => [kind.name, kind]));
  /** Jobs of which a portion was refused, and how many items are still taken in smaller ones, to find which it was. */
  const careful = new Map<string, { readonly size: number; left: number }>();

  /** Returns false when no job is due. Throws what makes a later try worthwhile. */
  async function portion(): Promise<boolean> {
    let taken: Taken | undefined;
    try {
      await inTransaction(async (tx, hand) => {
        const turn = await takeTurn(tx, jobs, [...kinds.keys()]);
        const kind = kinds.get(turn?.kind ?? "");
        if (!turn || !kind) return;
        const { job } = turn;
        // Somebody may hold an item for long, and other jobs wait as well.
        await tx.execute(sql`set local lock_timeout = '5s'`);
        taken = { job, kind, items: [] };
        const items = await kind.items(tx, job, careful.get(job.id)?.size ?? kind.atOnce);
        taken = { job, kind, items };
        hand.afterCommit(() => jobs.tell(live, job));
        if (await kind.apply(tx, job, items, hand)) await passTurn(tx, jobs, job.id);
        else await kind.end(tx, job, hand);
      });
      if (taken) behind(taken);
    } catch (error) {
      if (!taken) throw error;
      if (error instanceof JobCannotGoOn) await fail(taken.job, error.message);
      else await goOnAfter(taken, error);
    }
    return taken !== undefined;
  }

  /** Other jobs go on meanwhile. What never goes well is looked for. */
  async function goOnAfter(taken: Taken, error: unknown): Promise<void> {
    const { job, items } = taken;
    log.warn({ job: job.id, error: describe(error) }, "could not do a portion of a job");
    metrics.count(portionsFailed, { work: jobs.name });
    const passes = items.length === 0 || mayPass(error, items.length);
    if (passes && ((await postpone(store.db, jobs, job)) < maxFailures || items.length === 0)) return;
    await leaveOrSplit(taken, error);
  }

  /** What refused a portion is looked for in ever smaller ones; what is refused alone has failed, and the rest goes on. */
  async function leaveOrSplit({ job, kind, items }: Taken, error: unknown): Promise<void> {
    if (items.length > 1) {
      careful.set(job.id, { size: Math.ceil(items.length / 10), left: items.length });
      return takeAtOnce(store.db, jobs, job.id);
    }
    await inTransaction(async (tx, hand) => {
      if ((await holdJob(tx, jobs, job.id)) !== "running") return;
      log.error({ job: job.id, item: items[0], error: describe(error) }, "an item of a job could not be changed");
      await kind.leave(tx, job, items[0], error);
      await passTurn(tx, jobs, job.id);
      hand.afterCommit(() => jobs.tell(live, job));
    });
    behind({ job, items });
  }

  function behind({ job: { id }, items }: Pick<Taken, "job" | "items">): void {
    const suspects = careful.get(id);
    if (suspects && (suspects.left -= items.length) <= 0) careful.delete(id);
  }

  /** Ends a job that cannot go on, unless somebody else has ended it. */
  async function fail(job: JobRow, why: string): Promise<void> {
    await store.db.transaction(async (tx) => {
      if ((await holdJob(tx, jobs, job.id)) !== "running") return;
      await stopJob(tx, jobs, job.id, "failed", why);
      await jobs.failed?.(tx, job);
    });
    jobs.tell(live, job);
  }

  async function inTransaction(work: (tx: Db, hand: JobHand) => Promise<void>): Promise<void> {
    const effects: (() => void)[] = [];
    await store.db.transaction((tx) => work(tx, { services, afterCommit: (effect) => effects.push(effect) }));
    for (const effect of effects) effect();
  }

  return createWakeLoop(services, { name: jobs.name, due: jobsDue(jobs), round: portion });
}
