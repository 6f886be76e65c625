import { maxRunsMovedAtOnce } from "#contract/agents/agent-move.ts";
import { maxCasesAtOnce, maxRunsAtOnce } from "#contract/deletion.ts";
import { type Following, followCases, followGenerations, followRuns, nextToFollow } from "#server/agents/move/follow.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { releaseSome } from "#server/queues/schemas/repin-cases.store.ts";
import type { TeamJobRecord } from "./team-jobs.store.ts";
import { activeIds, changeSomeCases, interrupt, stopsWork } from "./stop-work.ts";

type AfterCommit = (effect: () => void) => void;

/** What a job does to runs, and to cases once no run is left. */
interface JobParts {
  /** The ids of the next runs. */
  next(tx: Db): Promise<string[]>;
  /** Returns how many were done. */
  runs(tx: Db, ids: readonly string[], afterCommit: AfterCommit): Promise<number>;
  cases(tx: Db): Promise<number>;
  /** What nobody counts, once no case is left. Returns how many were done. */
  rest?(tx: Db): Promise<number>;
}

export function partsOf(services: EngineServices, job: TeamJobRecord): JobParts {
  const except = job.failed_run_ids;
  if (stopsWork(job)) {
    return {
      next: (tx) => activeIds(tx, job, { except, limit: maxRunsAtOnce }),
      async runs(tx, ids, afterCommit) {
        await interrupt(services, tx, job, ids, afterCommit);
        return ids.length;
      },
      cases: (tx) => changeSomeCases(tx, job, maxCasesAtOnce),
    };
  }
  if (job.kind === "revision_activated") {
    return {
      next: async () => [],
      runs: async () => 0,
      cases: (tx) => releaseSome(tx, job.subject_id, job.started_by, maxCasesAtOnce),
    };
  }
  const following: Following = {
    agentIds: job.agent_ids,
    queueIds: job.queue_ids,
    sourceId: job.team_id,
    targetId: job.target_team_id ?? "",
  };
  return {
    next: (tx) => nextToFollow(tx, following, { except, limit: maxRunsMovedAtOnce }),
    runs: (tx, ids) => followRuns(tx, following, ids),
    cases: (tx) => followCases(tx, following, maxCasesAtOnce),
    rest: (tx) => followGenerations(tx, following, maxCasesAtOnce),
  };
}
