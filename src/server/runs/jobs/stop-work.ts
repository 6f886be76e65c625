import { isForJob, maxCasesAtOnce } from "#contract/deletion.ts";
import { applyBuilderEvent, generationChanged, lockOpenOfAgent } from "#server/agents/generation/builder-log.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { interruptsOf } from "#server/queues/cases/case-owners.ts";
import { type Deleted, activeIds, changeSomeCases, countCases, interrupt } from "./deleted-work.ts";
import { deletionJobs } from "./deletion-jobs.ts";
import { startTeamJob } from "./start-team-job.ts";

interface Stopped {
  /** The runs that are interrupted, now or soon. */
  readonly runIds: string[];
  readonly caseCount: number;
}

/**
 * Ends what a deleted thing is doing, in the caller's transaction as far as that is little; a job goes on with the rest, and no worker takes a
 * run of it from then on.
 */
export async function stopWork(context: EngineContext, deleted: Deleted): Promise<Stopped> {
  const { db } = context;
  for (const agentId of deleted.agentIds) await cancelGenerations(context, agentId);
  const runIds = await activeIds(db, deleted);
  const caseCount = await countCases(db, deleted);
  if (isForJob({ runs: runIds.length, cases: caseCount })) {
    const { id, name, agentIds, queueIds } = deleted;
    await startTeamJob(context, deletionJobs[deleted.kind], { id, name, agentIds, queueIds, runs: runIds.length, cases: caseCount });
  } else {
    const { control, afterCommit } = interruptsOf(context);
    await interrupt(control, db, deleted, runIds, afterCommit);
    await changeSomeCases(db, deleted, maxCasesAtOnce);
  }
  return { runIds, caseCount };
}

async function cancelGenerations(context: EngineContext, agentId: string): Promise<void> {
  const { db, live, clock } = context;
  for (const generation of await lockOpenOfAgent(db, agentId)) {
    await applyBuilderEvent(db, generation, { type: "remove", at: clock().toISOString() });
    context.afterCommit(() => {
      live.publishStop(generation.run.id);
      generationChanged({ live }, generation.run);
    });
  }
}
