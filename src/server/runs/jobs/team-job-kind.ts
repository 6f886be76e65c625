import { sql } from "drizzle-orm";
import { maxRunsAtOnce } from "#contract/deletion.ts";
import type { TeamJobKind } from "#contract/runs/team-jobs.ts";
import type { Topic } from "#contract/topics.ts";
import type { JobHand, JobKind, JobTable } from "#server/engine/jobs/job-kind.ts";
import { recordOf } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type TeamJobRecord, endTeamJob, leaveRun, noteDone } from "./team-jobs.store.ts";
import { teamJobs as table } from "./team-jobs.table.ts";

const teamsOf = ({ team_id, target_team_id }: TeamJobRecord) => [team_id, ...(target_team_id ? [target_team_id] : [])];

/** What is left to do after something was decided in a team. */
export const teamJobs: JobTable<TeamJobRecord> = {
  name: "team jobs",
  table: "team_jobs",
  kind: sql`j.kind`,
  team: sql`j.team_id`,
  read: (row) => recordOf(table, row),
  tell(live, job) {
    for (const teamId of teamsOf(job)) live.publish({ teamId, topic: "team_job", id: job.id });
  },
};

interface TeamJobSpec {
  readonly name: TeamJobKind;
  /** Until it ends, no worker takes a run of its agents, or one for a case of its queues. */
  readonly stopsWork?: boolean;
  /** What it does to runs, before anything else. */
  readonly runs?: {
    readonly atOnce?: number;
    next(tx: Db, job: TeamJobRecord, limit: number): Promise<readonly string[]>;
    /** Returns how many were done. */
    change(tx: Db, job: TeamJobRecord, ids: readonly string[], hand: JobHand): Promise<number>;
    /** What a person can do about runs that the store refused to change. */
    readonly advice: string;
  };
  /** What it does to some of the cases once no run is left. Returns how many were done. */
  cases(tx: Db, job: TeamJobRecord): Promise<number>;
  /** What nobody counts, once no case is left. Returns how many were done. */
  rest?(tx: Db, job: TeamJobRecord): Promise<number>;
  /** Told once at the end, for all of them: lists are read again for every such event. */
  readonly changes?: readonly Topic[];
}

export interface KindOfTeamJob extends JobKind<TeamJobRecord, string> {
  readonly name: TeamJobKind;
  readonly stopsWork: boolean;
}

/** A kind of job that asks what is left of its runs and cases, so that nothing is stored for each of them. */
export function teamJob({ name, stopsWork = false, runs, cases, rest, changes = [] }: TeamJobSpec): KindOfTeamJob {
  return {
    of: teamJobs,
    name,
    stopsWork,
    atOnce: runs?.atOnce ?? maxRunsAtOnce,
    items: async (tx, job, limit) => (await runs?.next(tx, job, limit)) ?? [],
    async apply(tx, job, ids, hand) {
      if (runs && ids.length > 0) {
        await noteDone(tx, job.id, { runs: await runs.change(tx, job, ids, hand) });
        return true;
      }
      const done = await cases(tx, job);
      if (done > 0) await noteDone(tx, job.id, { cases: done });
      return done > 0 || ((await rest?.(tx, job)) ?? 0) > 0;
    },
    leave: (tx, job, runId) => leaveRun(tx, job.id, runId, runs?.advice ?? ""),
    async end(tx, job, { services: { live, wakeCases }, afterCommit }) {
      await endTeamJob(tx, job.id);
      afterCommit(() => {
        for (const teamId of teamsOf(job)) for (const topic of changes) live.publish({ teamId, topic, id: "*" });
        if (changes.includes("case")) wakeCases();
      });
    },
  };
}
