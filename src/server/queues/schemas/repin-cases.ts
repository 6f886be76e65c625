import { sql } from "drizzle-orm";
import { maxCasesAtOnce } from "#contract/deletion.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { interruptOwners } from "#server/queues/cases/case-owners.ts";
import { startTeamJob } from "#server/runs/jobs/start-team-job.ts";
import { releaseJob } from "./release-job.ts";
import { countAssigned, findIdle, findUnrouted, idsOf, lockUnbegun, nameOf, pendingOf, release, releaseSome } from "./repin-cases.store.ts";

const stopped = "Another revision of the automation became active before this run started, and it assigns the case to another agent.";

/**
 * Lets cases of an automation that nobody has begun with go over to what is live now: a run that was started for one, and that no worker has
 * taken yet, begins on the live build. Where its agent has none any more, or is started by that queue no longer, the run is stopped and the
 * case waits for somebody else, as a case does that was given by name to an agent without a live build. The caller holds the automation's
 * members and has brought its triggers to what is active, so nothing is dispatched meanwhile.
 */
export async function repinPendingCases(context: EngineContext, automationId: string): Promise<void> {
  const { db, caller, engine, afterCommit } = context;
  const waiting = await lockUnbegun(db, automationId);
  await db.execute(sql`
    update runs r set build_id = v.id, updated_at = now() from revisions v
    where r.id = any(${idsOf(waiting)}::uuid[]) and v.agent_id = r.agent_id and v.status = 'live' and v.id <> r.build_id`);
  const idle = await findIdle(db, automationId);
  const unrouted = await findUnrouted(db, waiting);
  const homeless = waiting.filter((run) => idle.includes(run.agent_id) || unrouted.has(run.id));
  await release(db, sql`c.id in (${pendingOf(automationId)} and c.run_id = any(${idsOf(homeless)}::uuid[]))`, caller.userId);
  await releaseAssigned(context, automationId);
  await interruptOwners(context, homeless, stopped);
  afterCommit(() => {
    for (const run of waiting) context.live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id });
    if (idle.length + homeless.length > 0) context.live.publish({ teamId: context.team.id, topic: "case", id: "*" });
    engine.wakeCases();
  });
}

/** Releases the cases that were given by name to agents without a live build, or leaves them to a job where they are many. */
async function releaseAssigned(context: EngineContext, automationId: string): Promise<void> {
  const { db, caller } = context;
  const cases = await countAssigned(db, automationId);
  if (cases <= maxCasesAtOnce) return void (await releaseSome(db, automationId, caller.userId, maxCasesAtOnce));
  const name = await nameOf(db, automationId);
  await startTeamJob(context, releaseJob, { id: automationId, name, agentIds: [], queueIds: [], runs: 0, cases });
}
