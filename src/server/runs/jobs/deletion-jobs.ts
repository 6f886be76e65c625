import { maxCasesAtOnce } from "#contract/deletion.ts";
import { type Deleted, activeIds, changeSomeCases, interrupt, ownersIn } from "./deleted-work.ts";
import { teamJob } from "./team-job-kind.ts";

/** Ends what a deleted thing is doing, and takes its cases away. */
const deletionJob = (name: Deleted["kind"]) =>
  teamJob({
    name,
    stopsWork: true,
    runs: {
      next: (tx, job, limit) => activeIds(tx, ownersIn(name, job), { except: job.failed_run_ids, limit }),
      async change(tx, job, ids, { services, afterCommit }) {
        await interrupt(services, tx, ownersIn(name, job), ids, afterCommit);
        return ids.length;
      },
      advice: "Open each one and stop it. If that fails too, ask your administrator to look into the log.",
    },
    cases: (tx, job) => changeSomeCases(tx, ownersIn(name, job), maxCasesAtOnce),
  });

export const deletionJobs = {
  agent_deleted: deletionJob("agent_deleted"),
  queue_deleted: deletionJob("queue_deleted"),
  automation_deleted: deletionJob("automation_deleted"),
} as const satisfies Record<Deleted["kind"], unknown>;
