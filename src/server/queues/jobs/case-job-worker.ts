import { sql } from "drizzle-orm";
import type { ExistingCasesAct } from "#contract/queues/case-jobs.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Control } from "#server/engine/control/control.ts";
import { describe } from "#server/platform/work/describe.ts";
import { mayPass } from "#server/engine/upkeep/may-pass.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { createWakeLoop, type WakeLoop } from "#server/platform/work/wake-loop.ts";
import type { Work } from "#server/engine/work.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { addRows, whyRefused } from "#server/queues/imports/add-import-rows.ts";
import { actOn } from "#server/queues/cases/case-acts.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import { namedIn } from "#server/queues/cases/case-conditions.ts";
import { refuseRows } from "#server/queues/imports/case-imports.store.ts";
import { type JobItem, type JobResult, endClearing, nextItems, note } from "./case-job-items.store.ts";
import { type JobInTeam, endJob, lockJob, postpone, takeAtOnce, takeTurn } from "./case-jobs.store.ts";
import { holdCases } from "#server/queues/cases/case-owners.ts";
import { findConsumer } from "#server/queues/queues/consumers.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const portionsFailed = figure("caseload_case_portions_failed_total", "Portions of case jobs that failed and are tried again.");

/** Cases that one transaction changes: few enough that whoever needs one of them hardly waits. */
const atOnce = 250;
/** Rows of an import: each may be long, and is checked by its queue's schema. */
const rowsAtOnce = 100;
const pollMs = 1_000;
/** Failures of one portion in a row until it is taken apart, and of one item until it has failed: half a minute. */
const maxFailures = 5;

type Working = Control & Pick<EngineServices, "store" | "log" | "metrics" | "wakeCases">;

interface Changed {
  readonly results: readonly JobResult[];
  readonly caseIds: readonly string[];
  readonly interruptedRunIds: readonly string[];
}

/**
 * Works on changes of many cases, a portion of each in turn. A portion and what is noted of it are one transaction, so that whoever is
 * killed in the middle has done none of it, and whoever comes next goes on behind the last one that is noted.
 */
export function createCaseJobs(services: Working): WakeLoop {
  const { store, live, log } = services;
  /** Jobs of which a portion was refused, and how many items are still taken in smaller ones, to find which it was. */
  const careful = new Map<string, { readonly size: number; left: number }>();
  /** Returns false when no job is due. Throws what makes a later try worthwhile. */
  async function portion(): Promise<boolean> {
    const effects: (() => void)[] = [];
    let taken: { job: JobInTeam; items: readonly JobItem[] } | undefined;
    try {
      await store.db.transaction(async (tx) => {
        const job = await takeTurn(tx);
        if (!job) return;
        // Somebody may hold a case for long, and other jobs wait as well.
        await tx.execute(sql`set local lock_timeout = '5s'`);
        const items = await nextItems(tx, job, careful.get(job.id)?.size ?? portionOf(job));
        taken = { job, items };
        await change(tx, job, items, (effect) => effects.push(effect));
      });
      if (taken) behind(taken.job, taken.items.length);
    } catch (error) {
      if (!taken) throw error;
      log.warn({ job: taken.job.id, error: describe(error) }, "could not change a portion of the cases of a job");
      services.metrics.count(portionsFailed);
      if (error instanceof Refusal && error.code === "no_schema") await stop(taken.job, error.message);
      else if (mayPass(error, taken.items.length)) await tryLater(taken.job, taken.items, error);
      else await giveUpOrSplit(taken.job, taken.items, error);
    }
    if (!taken) return false;
    for (const effect of effects) effect();
    return true;
  }

  async function change(tx: Db, job: JobInTeam, items: readonly JobItem[], afterCommit: (effect: () => void) => void): Promise<void> {
    const queue = await lockQueue(tx, job.queue_id);
    if (!queue) return endJob(tx, job.id, "failed", "The queue was deleted.");
    afterCommit(() => tell(job));
    if (job.act.kind === "clear" && items.length === 0) return endClearing(tx, job.id);
    if (job.act.kind === "reprocess" && !(await findConsumer(tx, queue.id, job.act.agent_id)))
      return endJob(tx, job.id, "failed", "The agent no longer handles cases from this queue.");
    const { results, caseIds, interruptedRunIds } = await (job.act.kind === "import"
      ? makeCases(tx, job, items)
      : changeCases(tx, job, job.act, items, afterCommit));
    await note(tx, job, results, interruptedRunIds.length);
    afterCommit(() => {
      casesChanged(live, job.team_id, queue.id, caseIds);
      services.wakeCases();
    });
  }

  async function changeCases(
    tx: Db,
    job: JobInTeam,
    act: ExistingCasesAct,
    items: readonly JobItem[],
    afterCommit: (effect: () => void) => void,
  ): Promise<Changed> {
    const ids = items.flatMap(({ case_id }) => case_id ?? []);
    const held = await holdCases(tx, namedIn(job.queue_id, ids));
    const { done, interruptedRunIds } = await actOn({ db: tx, control: services, userId: job.started_by, afterCommit }, held, act);
    const [changed, found] = [new Set(done), new Set(held.cases.map((one) => one.id))];
    const results = items.map(({ place, case_id }): JobResult => {
      const id = case_id ?? "";
      if (changed.has(id)) return { place, outcome: "done", reason: null };
      return { place, outcome: "skipped", reason: found.has(id) ? "unchanged" : "not_in_queue" };
    });
    return { results, caseIds: done, interruptedRunIds };
  }

  async function makeCases(tx: Db, job: JobInTeam, items: readonly JobItem[]): Promise<Changed> {
    const caseOf = await addRows(
      tx,
      job,
      items.map(({ place }) => place),
    );
    const results = items.map(({ place }): JobResult => {
      const case_id = caseOf.get(place);
      return case_id ? { place, outcome: "done", reason: null, case_id } : { place, outcome: "failed", reason: "unfit" };
    });
    return { results, caseIds: [...caseOf.values()], interruptedRunIds: [] };
  }

  /** Other jobs go on meanwhile. What never goes well is looked for. */
  async function tryLater(job: JobInTeam, items: readonly JobItem[], error: unknown): Promise<void> {
    if ((await postpone(store.db, job)) >= maxFailures) await giveUpOrSplit(job, items, error);
  }

  function behind({ id }: JobInTeam, items: number): void {
    const suspects = careful.get(id);
    if (suspects && (suspects.left -= items) <= 0) careful.delete(id);
  }

  /** What refused a portion is looked for in ever smaller ones; what is refused alone has failed, and the rest goes on. */
  async function giveUpOrSplit(job: JobInTeam, items: readonly JobItem[], error: unknown): Promise<void> {
    const [only] = items;
    if (items.length > 1 || !only) {
      careful.set(job.id, { size: Math.ceil(items.length / 10), left: items.length });
      return takeAtOnce(store.db, job.id);
    }
    await store.db.transaction(async (tx) => {
      const now = await lockJob(tx, job.queue_id, job.id);
      const [next] = await nextItems(tx, job, 1);
      if (now?.status !== "running" || next?.place !== only.place) return;
      const issues = whyRefused(error);
      if (issues.length > 0) await refuseRows(tx, job.id, [{ place: only.place, issues }]);
      await note(tx, job, [{ place: only.place, outcome: "failed", reason: issues.length > 0 ? "unfit" : "refused" }], 0);
    });
    behind(job, 1);
    tell(job);
  }

  /** Ends a job that cannot go on, unless somebody else has ended it. */
  async function stop(job: JobInTeam, why: string): Promise<void> {
    await store.db.transaction(async (tx) => {
      if ((await lockJob(tx, job.queue_id, job.id))?.status === "running") await endJob(tx, job.id, "failed", why);
    });
    tell(job);
  }

  function tell({ id, team_id }: JobInTeam): void {
    live.publish({ teamId: team_id, topic: "case_job", id });
  }

  return createWakeLoop(services, { name: "case jobs", pollMs, round: portion });
}

function portionOf({ act }: JobInTeam): number {
  return act.kind === "import" ? rowsAtOnce : atOnce;
}

export const caseJobs: Work = { name: "case jobs", start: createCaseJobs };
