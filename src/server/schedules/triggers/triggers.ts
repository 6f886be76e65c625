import { sql } from "drizzle-orm";
import type * as contract from "#contract/schedules/event-triggers.ts";
import { mayChangeSchedule, seesAllSchedules } from "#contract/schedules/rights.ts";
import { TriggerFilter, type UnmatchedField, filterFields, unmatched } from "#contract/schedules/trigger-filter.ts";
import { type HouseType, type TriggerType, isOfConnections, slugOf, triggerTypes } from "#contract/schedules/trigger-words.ts";
import { z } from "#contract/zod.ts";
import { scheduleEvents } from "#contract/schedules/events.ts";
import { currentRevision } from "#server/agents/revisions/revisions.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { record } from "#server/platform/events/record.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { askedFirst, type Bringing, type Context, type Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { insertRun, toRun } from "#server/runs/runs/runs.store.ts";
import { messageOf, runTitleOf } from "./event-message.ts";
import { isOfTeam, recentEvents } from "./house-events.store.ts";
import { copyEventFiles, type EventFiles, giveFiles } from "./event-files.ts";
import { findReplayable, insertReplay } from "./replay.store.ts";
import { chosenFor, onlySource, sourceOf } from "./source-of-trigger.ts";
import { kinds, sourceNames } from "./trigger-types.ts";
import { recentDeliveries } from "#server/schedules/sources/recent-deliveries.store.ts";
import { findTrigger, listMatches, listTriggersOf, lockSource, upsertTrigger } from "./triggers.store.ts";

export const triggerHandlers: Handlers<typeof contract, EngineContext> = {
  async listAgentTriggers({ params }, { db, caller }) {
    return { triggers: await listTriggersOf(db, params.agentId, caller.userId) };
  },

  async upsertAgentTrigger({ params, body }, context) {
    const { filter_config = {}, enabled = true, integration_instance_id: instance, ...fields } = body;
    const revision = await currentRevision(context.db, params.agentId);
    if (!revision) throw refuse("no_live_revision", "This agent has no revision. Create one and make it live, then set up the trigger.");
    if (enabled) await requireOwnIds(context, filter_config);
    const { integration_slug: slug } = fields;
    const kept = await lockSource(context.db, params.agentId, context.caller.userId, slug);
    const chosen = instance ?? kept ?? (await onlySource(context, slug, revision.id));
    // Of what its team cannot use at the moment, too, a trigger can be paused.
    const integration_instance_id = !enabled && chosen === kept ? kept : await sourceOf(context, slug, chosen);
    const connection_id = isOfConnections(slug) ? integration_instance_id : null;
    const given = { ...fields, filter_config, integration_instance_id, connection_id, enabled };
    const trigger = await upsertTrigger(context.db, params.agentId, context.caller.userId, given);
    context.changed("event_trigger", trigger.id, trigger.user_id);
    return trigger;
  },

  listAgentTriggerTypes: () => ({ trigger_types: triggerTypes.map(typeInWords) }),

  async tryTriggerFilter({ body }, context) {
    const { trigger_type, filter_config = {}, integration_slug, integration_instance_id } = body;
    const { db, team, caller } = context;
    await requireOwnIds(context, filter_config);
    if (integration_slug === "webhook" || isOfConnections(integration_slug)) {
      const source = await sourceOf(context, integration_slug, chosenFor(integration_slug, integration_instance_id));
      const { events, more } = await recentDeliveries(db, team.id, source, trigger_type);
      const tried = events.map(({ payload, ...event }) => ({ ...event, ...fieldsOf(unmatched(filter_config, event.facts, payload)) }));
      return { events: tried, more };
    }
    const seesRuns = seesAllSchedules(team) ? sql`true` : sql`r.user_id = ${caller.userId}`;
    const found = await recentEvents(db, team.id, trigger_type as HouseType, seesRuns);
    return { events: found.map((event) => ({ ...event, ...fieldsOf(unmatched(filter_config, event.facts)) })), more: false };
  },

  async listTriggerMatches({ params, query }, context) {
    const trigger = await findTrigger(context.db, params.agentId, params.trigger_id);
    if (!trigger) throw refuse("not_found");
    if (!mayChangeSchedule(trigger, whoOf(context)))
      throw refuse("forbidden", "Only the owner of this trigger, and Managers and above, can see its events.");
    const { limit, offset } = query;
    return { ...(await listMatches(context.db, trigger.id, query)), limit, offset };
  },

  replayTriggerEvent: askedFirst(filesToReplay, async ({ params }, context: EngineContext, given) => {
    const { db, team, caller, engine } = context;
    const { event_id } = params;
    const trigger = await findTrigger(db, params.agentId, params.trigger_id, "no key update");
    if (!trigger) throw refuse("not_found");
    if (!mayChangeSchedule(trigger, whoOf(context)))
      throw refuse("forbidden", "Only the owner of this trigger, and Managers and above, can replay its events.");
    const event = await findReplayable(db, trigger.id, event_id);
    if (!event) throw refuse("not_found");
    if (!event.replayable) throw refuse("not_found", "The content of this event is no longer kept. It cannot be replayed.");
    const { agent_id: agentId } = trigger;
    const owner = { teamId: team.id, userId: caller.userId };
    const sandboxId = given && (await giveFiles(db, given, owner));
    const message = messageOf({ ...event, files: sandboxId === undefined ? undefined : given?.files }, true);
    const { run, config } = await insertRun(db, {
      ...owner,
      agentId,
      source: "event_replay",
      message,
      title: runTitleOf(event),
      sandboxId,
    });
    await insertReplay(db, trigger.id, event_id, run.id);
    const actor = { kind: "user", id: caller.userId } as const;
    const data = { agent_id: agentId, run_id: run.id };
    await record(db, scheduleEvents, { type: "event_trigger.fired", team: team.id, actor, subject: trigger.id, data });
    context.afterCommit(() => engine.wakeRuns(run));
    context.changed("event_trigger", trigger.id, trigger.user_id);
    context.changed("agent", agentId);
    for (const topic of ["run", "run_message"] as const) context.changed(topic, run.id, run.user_id);
    return { run: toRun(run, config) };
  }),
};

/** Copies of what came with an event of this trigger. The bytes of a refused replay are found and removed. */
async function filesToReplay(
  { params }: { params: { trigger_id: string; event_id: string } },
  services: Bringing,
): Promise<EventFiles | undefined> {
  const event = await findReplayable(services.db, params.trigger_id, params.event_id);
  return event?.replayable ? copyEventFiles(services, params.event_id) : undefined;
}

function fieldsOf(fields: UnmatchedField[]) {
  return { failing_field: fields[0]?.field ?? null, unmatched: fields };
}

/** Throws 400 for a queue or an agent of another team. One that is deleted since may stay in a filter. */
async function requireOwnIds({ db, team }: Context, { queue_id, agent_id }: TriggerFilter): Promise<void> {
  if (queue_id !== undefined && !(await isOfTeam(db, "queues", queue_id, team.id)))
    throw invalid(["filter_config", "queue_id"], "This queue does not exist in this team");
  if (agent_id !== undefined && !(await isOfTeam(db, "agents", agent_id, team.id)))
    throw invalid(["filter_config", "agent_id"], "This agent does not exist in this team");
}

function typeInWords(trigger_type: TriggerType) {
  const slug = slugOf(trigger_type);
  const { label, description } = kinds[trigger_type];
  const filter = z.strictObject(Object.fromEntries(filterFields[slug].map((field) => [field, TriggerFilter.shape[field]])));
  const { $schema: _, ...filter_schema } = z.toJSONSchema(filter, { io: "input" }) as Record<string, unknown>;
  return {
    integration_slug: slug,
    integration_name: sourceNames[slug],
    icon_url: "/favicon.svg",
    trigger_type,
    label,
    description,
    filter_schema,
  };
}
