import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { describe } from "#server/platform/work/describe.ts";
import { mayPass } from "#server/engine/upkeep/may-pass.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { createWakeLoop, type WakeLoop } from "#server/platform/work/wake-loop.ts";
import type { Work } from "#server/engine/work.ts";
import { type TeamJobRecord, endTeamJob, leaveRun, noteDone, postponeTeamJob, takeTurn } from "./team-jobs.store.ts";
import { partsOf } from "./job-parts.ts";

const pollMs = 1_000;
/** Failures of one portion in a row until each of its runs is taken alone, and may fail: half a minute. */
const maxFailures = 5;

const teamsOf = ({ team_id, target_team_id }: TeamJobRecord) => [team_id, ...(target_team_id ? [target_team_id] : [])];

/**
 * Goes on with what deletions and moves left, a portion of each in turn. A portion and what is noted of it are one transaction, so that whoever is
 * killed in the middle has done none of it, and any process goes on.
 */
export function createTeamJobs(services: EngineServices): WakeLoop {
  const { store, live, log } = services;
  let closed = () => false;

  /** Returns false when no job is due. */
  async function portion(): Promise<boolean> {
    let taken: { job: TeamJobRecord; runIds: readonly string[] } | undefined;
    try {
      await inTransaction(async (tx, afterCommit) => {
        const job = await takeTurn(tx);
        if (!job) return;
        const runIds = await partsOf(services, job).next(tx);
        taken = { job, runIds };
        afterCommit(() => tell(job));
        await doPortion(tx, job, runIds, afterCommit);
      });
    } catch (error) {
      if (!taken) throw error;
      const { job, runIds } = taken;
      log.warn({ job: job.id, error: describe(error) }, "could not do a portion of a job");
      const failures = await postponeTeamJob(store.db, job);
      if (!mayPass(error, runIds.length) || failures >= maxFailures) await findRefused(job, runIds);
    }
    return taken !== undefined;
  }

  async function doPortion(
    tx: Db,
    job: TeamJobRecord,
    runIds: readonly string[],
    afterCommit: (effect: () => void) => void,
  ): Promise<void> {
    const parts = partsOf(services, job);
    if (runIds.length > 0) return noteDone(tx, job.id, { runs: await parts.runs(tx, runIds, afterCommit) });
    const cases = await parts.cases(tx);
    if (cases > 0) return noteDone(tx, job.id, { cases });
    if (((await parts.rest?.(tx)) ?? 0) > 0) return noteDone(tx, job.id, {});
    await endTeamJob(tx, job.id);
    afterCommit(() => told(job));
  }

  /** What refused a portion is found in ever smaller ones, and left behind. */
  async function findRefused(job: TeamJobRecord, runIds: readonly string[]): Promise<void> {
    const half = Math.ceil(runIds.length / 2);
    for (const some of [runIds.slice(0, half), runIds.slice(half)]) {
      if (closed() || some.length === 0) continue;
      try {
        await inTransaction(async (tx, afterCommit) => {
          await noteDone(tx, job.id, { runs: await partsOf(services, job).runs(tx, some, afterCommit) });
        });
      } catch (error) {
        const [only = ""] = some;
        if (some.length > 1) await findRefused(job, some);
        else {
          log.error({ job: job.id, run: only, error: describe(error) }, "a run of a job could not be changed");
          await leaveRun(store.db, job, only);
        }
      }
    }
    tell(job);
  }

  /** Nobody may hold a run for long: other jobs wait as well. */
  async function inTransaction(work: (tx: Db, afterCommit: (effect: () => void) => void) => Promise<void>): Promise<void> {
    const effects: (() => void)[] = [];
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await work(tx, (effect) => effects.push(effect));
    });
    for (const effect of effects) effect();
  }

  function tell(job: TeamJobRecord): void {
    for (const teamId of teamsOf(job)) live.publish({ teamId, topic: "team_job", id: job.id });
  }

  /** Once for all of them: lists are read again for every such event. */
  function told(job: TeamJobRecord): void {
    if (job.kind === "revision_activated") {
      live.publish({ teamId: job.team_id, topic: "case", id: "*" });
      services.wakeCases();
    }
    if (job.target_team_id === null) return;
    for (const teamId of teamsOf(job)) for (const topic of ["run", "human_request"] as const) live.publish({ teamId, topic, id: "*" });
  }

  return createWakeLoop(services, {
    name: "team jobs",
    pollMs,
    round: (ends) => {
      closed = ends;
      return portion();
    },
  });
}

export const teamJobs: Work = { name: "team jobs", start: createTeamJobs, on: "deletions" };
