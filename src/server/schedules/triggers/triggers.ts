import { sql } from "drizzle-orm";
import type * as contract from "#contract/schedules/event-triggers.ts";
import { mayChangeSchedule, seesAllSchedules } from "#contract/schedules/rights.ts";
import { TriggerFilter, failingField, filterFields, slugOf } from "#contract/schedules/trigger-filter.ts";
import { type TriggerType, triggerTypes } from "#contract/schedules/trigger-words.ts";
import { z } from "#contract/zod.ts";
import { currentRevision } from "#server/agents/revisions/revisions.store.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { isOfTeam, recentEvents } from "./house-events.store.ts";
import { kinds, sources } from "./trigger-types.ts";
import { findTrigger, listMatches, listTriggersOf, upsertTrigger } from "./triggers.store.ts";

export const triggerHandlers: Handlers<typeof contract> = {
  async listAgentTriggers({ params }, { db, caller }) {
    return { triggers: await listTriggersOf(db, params.agentId, caller.userId) };
  },

  async upsertAgentTrigger({ params, body }, context) {
    const { filter_config = {}, enabled = true, ...fields } = body;
    if (!(await currentRevision(context.db, params.agentId)))
      throw refuse("no_live_revision", "This agent has no revision. Create one and make it live, then set up the trigger.");
    if (enabled) await requireOwnIds(context, filter_config);
    const trigger = await upsertTrigger(context.db, params.agentId, context.caller.userId, { ...fields, filter_config, enabled });
    context.changed("event_trigger", trigger.id, trigger.user_id);
    return trigger;
  },

  listAgentTriggerTypes: () => ({ trigger_types: triggerTypes.map(typeInWords) }),

  async tryTriggerFilter({ body }, context) {
    const { trigger_type, filter_config = {} } = body;
    const { db, team, caller } = context;
    await requireOwnIds(context, filter_config);
    const seesRuns = seesAllSchedules(team) ? sql`true` : sql`r.user_id = ${caller.userId}`;
    const found = await recentEvents(db, team.id, trigger_type, seesRuns);
    return { events: found.map((event) => ({ ...event, failing_field: failingField(filter_config, event.facts) })) };
  },

  async listTriggerMatches({ params, query }, context) {
    const trigger = await findTrigger(context.db, params.agentId, params.trigger_id);
    if (!trigger) throw refuse("not_found");
    if (!mayChangeSchedule(trigger, whoOf(context)))
      throw refuse("forbidden", "Only the owner of this trigger, and Managers and above, can see its events.");
    const { limit, offset } = query;
    return { ...(await listMatches(context.db, trigger.id, query)), limit, offset };
  },
};

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
    integration_name: sources[slug].name,
    icon_url: "/favicon.svg",
    trigger_type,
    label,
    description,
    filter_schema,
  };
}
