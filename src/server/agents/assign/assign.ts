import { sql } from "drizzle-orm";
import type * as contract from "#contract/schedules/assign.ts";
import { atLeast } from "#contract/roles.ts";
import type { MissingConnection } from "#contract/schedules/missing-connection.ts";
import { queueEvents } from "#contract/queues/events.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { record } from "#server/platform/events/record.ts";
import { needsRole } from "#server/platform/http/needs-role.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import { caseTriggerHandlers } from "#server/queues/triggers/case-triggers.ts";
import { findConsumer } from "#server/queues/queues/consumers.store.ts";
import { missingConnections } from "#server/schedules/missing/missing-connections.store.ts";
import { scheduleHandlers } from "#server/schedules/schedules/schedules.ts";
import { triggerHandlers } from "#server/schedules/triggers/triggers.ts";

const nothing = { case_trigger: null, schedule: null, trigger: null };

export const assignHandlers: Handlers<typeof contract, EngineContext> = {
  async getAgentReadiness({ params: { agent_id } }, { db, caller }) {
    const { rows } = await db.execute<{ live_build_id: string; queues: { id: string; name: string }[] }>(sql`
      select r.id as live_build_id, coalesce((select jsonb_agg(distinct jsonb_build_object('id', q.id, 'name', coalesce(q.revision_name, q.name)))
        from revision_slots s join revision_slot_queues sq on sq.slot_id = s.id join queues q on q.id = sq.queue_id and q.deleted_at is null
        where s.build_id = r.id and s.integration_type = 'case-queue-consumer'), '[]') as queues
      from revisions r where r.agent_id = ${agent_id} and r.status = 'live'`);
    const [live] = rows;
    if (!live) return { live_build_id: null, missing: [], queues: [] };
    return { ...live, missing: await missingConnections(db, agent_id, caller.userId) };
  },

  async assignAgent({ params, body: { assignment } }, context) {
    const { db, team, caller } = context;
    const { agent_id } = params;
    const { rows } = await db.execute(sql`select from revisions where agent_id = ${agent_id} and status = 'live'`);
    if (rows.length === 0) throw refuse("no_live_revision");
    const missing = await missingConnections(db, agent_id, caller.userId);
    if (missing.length > 0) throw lacking(missing);
    const about = { team: team.id, actor: { kind: "user", id: caller.userId }, data: { agent_id } } as const;
    if (assignment.to === "queue") {
      if (!atLeast(team.role, "team:builder")) throw needsRole("team:builder");
      const { case_trigger: body } = assignment;
      if (!(await findConsumer(db, body.case_queue_id, agent_id))) throw refuse("not_a_consumer");
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
