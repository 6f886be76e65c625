import { sql } from "drizzle-orm";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { interruptOwners } from "#server/queues/cases/case-owners.ts";
import { noteEvents } from "#server/queues/cases/case-writes.store.ts";
import { lockUnbegun, findUnrouted, idsOf } from "./repin-cases.store.ts";

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
  const { rows } = await db.execute<{ agent_id: string }>(sql`
    select a.id as agent_id from agents a where a.automation_id = ${automationId} and a.deleted_at is null
      and not exists (select from revisions v where v.agent_id = a.id and v.status = 'live')`);
  const idle = rows.map((row) => row.agent_id);
  const unrouted = await findUnrouted(db, waiting);
  const homeless = waiting.filter((run) => idle.includes(run.agent_id) || unrouted.has(run.id));
  await db.execute(sql`
    with freed as (
      update cases c set run_id = null, agent_id = null, assigned_by = null, updated_at = now() from queues q
      where q.id = c.queue_id and q.automation_id = ${automationId} and c.state = 'pending' and c.claimed_at is null
        and (c.run_id = any(${idsOf(homeless)}::uuid[]) or (c.run_id is null and c.agent_id = any(${sql.param(idle)}::uuid[]))) returning c.id)
    ${noteEvents(sql`freed`, "released", { userId: caller.userId }, "The active revision assigns it to another agent.")}`);
  await interruptOwners(context, homeless, stopped);
  afterCommit(() => {
    for (const run of waiting) context.live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id });
    if (idle.length + homeless.length > 0) context.live.publish({ teamId: context.team.id, topic: "case", id: "*" });
    engine.wakeCases();
  });
}
