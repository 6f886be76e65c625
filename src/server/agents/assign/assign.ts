import { sql } from "drizzle-orm";
import type * as contract from "#contract/schedules/assign.ts";
import { atLeast } from "#contract/roles.ts";
import type { MissingConnection } from "#contract/schedules/missing-connection.ts";
import { agentEvents } from "#contract/agents/events.ts";
import { mayChangeAgent } from "#contract/agents/rights.ts";
import { queueEvents } from "#contract/queues/events.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { record } from "#server/platform/events/record.ts";
import { needsRole } from "#server/platform/http/needs-role.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, Refusal, refuse } from "#server/platform/http/refusal.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { findAgentRecord } from "#server/agents/agents/agents.store.ts";
import { slotHandlers } from "#server/agents/slots/slots.ts";
import { lockQueuesOf } from "#server/agents/slots/slots.store.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import { caseTriggerHandlers } from "#server/queues/triggers/case-triggers.ts";
import { findConsumer } from "#server/queues/queues/consumers.store.ts";
import { missingConnections } from "#server/schedules/missing/missing-connections.store.ts";
import { scheduleHandlers } from "#server/schedules/schedules/schedules.ts";
import { triggerHandlers } from "#server/schedules/triggers/triggers.ts";

const nothing = { case_trigger: null, schedule: null, trigger: null };

export const assignHandlers: Handlers<typeof contract, EngineContext> = {
  async getAgentReadiness({ params: { agent_id } }, context) {
    const { db, caller } = context;
    const agent = await findAgentRecord(db, agent_id);
    const may_change = agent !== undefined && mayChangeAgent(agent, whoOf(context));
    const { rows } = await db.execute<{ live_build_id: string; queues: { id: string; name: string }[] }>(sql`
      select r.id as live_build_id, coalesce((select jsonb_agg(distinct jsonb_build_object('id', q.id, 'name', coalesce(q.revision_name, q.name)))
        from revision_slots s join revision_slot_queues sq on sq.slot_id = s.id join queues q on q.id = sq.queue_id and q.deleted_at is null
        where s.build_id = r.id and s.integration_type = 'case-queue-consumer'), '[]') as queues
      from revisions r where r.agent_id = ${agent_id} and r.status = 'live'`);
    const [live] = rows;
    if (!live) return { live_build_id: null, missing: [], queues: [], may_change };
    return { ...live, missing: await missingConnections(db, agent_id, caller.userId), may_change };
  },

  async assignAgent({ params, body: { assignment } }, context) {
    const { db, team, caller } = context;
    const { agent_id } = params;
    const { rows } = await db.execute<{ id: string }>(sql`select id from revisions where agent_id = ${agent_id} and status = 'live'`);
    const [live] = rows;
    if (!live) throw refuse("no_live_revision");
    const missing = await missingConnections(db, agent_id, caller.userId);
    if (missing.length > 0) throw lacking(missing);
    const about = { team: team.id, actor: { kind: "user", id: caller.userId }, data: { agent_id } } as const;
    if (assignment.to === "queue") {
      if (!atLeast(team.role, "team:builder")) throw needsRole("team:builder");
      const { case_trigger: body, adds_queue = false } = assignment;
      if (!(await findConsumer(db, body.case_queue_id, agent_id))) {
        if (!adds_queue) throw refuse("not_a_consumer");
        await addQueue(context, { agent_id, build_id: live.id }, body.case_queue_id);
        await record(db, agentEvents, { ...about, type: "revision.connections_changed", subject: live.id });
      }
      const { case_trigger } = await given(caseTriggerHandlers.createAgentCaseTrigger({ ...none, params, body }, context));
      await record(db, queueEvents, { ...about, type: "case_trigger.created", subject: case_trigger.id });
      return { ...nothing, case_trigger };
    }
    if (assignment.to === "schedule") {
      const schedule = await given(scheduleHandlers.createSchedule({ ...none, params, body: assignment.schedule }, context));
      await record(db, scheduleEvents, { ...about, type: "schedule.created", subject: schedule.id });
      return { ...nothing, schedule };
    }
    const trigger = await given(
      triggerHandlers.upsertAgentTrigger({ ...none, params: { agentId: agent_id }, body: assignment.trigger }, context),
    );
    await record(db, scheduleEvents, { ...about, type: "event_trigger.saved", subject: trigger.id });
    return { ...nothing, trigger };
  },
};

/** Lets a revision handle a further queue, by the rules that hold for each of the two steps. */
async function addQueue(context: EngineContext, revision: { agent_id: string; build_id: string }, queueId: string): Promise<void> {
  const kind = builtInIntegrations.find(({ type }) => type === "case-queue-consumer");
  if (!kind) throw new Error("the catalogue has no slot for handled queues");
  if ((await lockQueuesOf(context.db, context.team.id, [queueId])).size === 0)
    throw invalid(["assignment", "case_trigger", "case_queue_id"], "This queue does not exist in this team");
  await slotHandlers.attachRevisionIntegrations({ ...none, params: revision, body: { integration_ids: [kind.id] } }, context);
  const params = { ...revision, integration_id: kind.id };
  const { queues } = await given(slotHandlers.listRevisionIntegrationQueues({ ...none, params, body: undefined }, context));
  const queue_ids = [...queues.map(({ id }) => id), queueId];
  await slotHandlers.replaceRevisionIntegrationQueues({ ...none, params, body: { queue_ids } }, context);
}

const none = { query: undefined, bytes: Buffer.alloc(0) };

/** What a handler of the one operation answers. */
async function given<T>(answer: T): Promise<Awaited<Exclude<Awaited<T>, { readonly json: string }>>> {
  return (await answer) as Awaited<Exclude<Awaited<T>, { readonly json: string }>>;
}

function lacking(missing: readonly MissingConnection[]): Refusal {
  const names = missing.map(({ name }) => `“${name}”`).join(", ");
  return new Refusal("missing_connection", {
    message: `The live revision of this agent has no connection of yours that works for ${names}. Choose one there, then assign the agent.`,
    extra: { missing: [...missing] },
  });
}
