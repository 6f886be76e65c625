import { endpoint } from "#contract/endpoint.ts";
import { int53, page, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { mayChangeSchedule } from "./rights.ts";
import { Run } from "#contract/runs/run.ts";
import { Looks } from "#contract/connections/looks.ts";
import { EventFacts, TriggerFilter, UnmatchedField, brokenTrigger, mostUnmatched } from "./trigger-filter.ts";
import { choiceWords, matchOutcomes, mostTried, triggerSlugs, triggerTypes } from "./trigger-words.ts";

const area = "Triggers";
const ofAgent = z.strictObject({ agentId: idOf("agent") });
const access = { scope: "team", by: "agentId", role: "team:member" } as const;

export const EventTrigger = record("AgentTrigger", {
  id: uuid,
  agent_id: uuid,
  /** For whom its runs act. */
  user_id: uuid,
  integration_slug: z.string(),
  trigger_type: z.string(),
  filter_config: TriggerFilter,
  /** What its events come from: a webhook source, a connection, or for what the service itself is a source of, always the same id. */
  integration_instance_id: uuid,
  enabled: z.boolean(),
  /** Paused by the service; null once it is resumed. */
  auto_disabled_at: timestamp.nullable(),
  /** See `AutoDisabled` of a schedule. */
  auto_disabled_reason: z.string().nullable(),
  consecutive_missing_connection_failures: int53,
  first_missing_connection_failure_at: timestamp.nullable(),
  last_missing_connection_failure_at: timestamp.nullable(),
  /** Ours: false where its connection is not there for its team, and so nothing starts: a granted one, while the organization does not allow that. */
  connection_available: z.boolean(),
  /** Ours: how looking for its events goes; null where they are not looked for. */
  looks: Looks.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type EventTrigger = z.output<typeof EventTrigger>;

export const listAgentTriggers = endpoint({
  name: "listAgentTriggers",
  method: "GET",
  path: "/v2/triggers/{agentId}",
  area,
  summary: "The caller's event triggers on an agent, by integration",
  access,
  reads: ["event_trigger", "connection"],
  params: ofAgent,
  reply: z.strictObject({ triggers: z.array(EventTrigger) }),
});

const given = {
  integration_slug: z.enum(triggerSlugs),
  trigger_type: z.enum(triggerTypes),
  filter_config: TriggerFilter.optional(),
  /** Ours: the webhook source or the connection that it listens to. Left out: what the trigger has, or else the only one that the caller can choose. */
  integration_instance_id: uuid.optional(),
};
const together = <S extends z.ZodType<Parameters<typeof brokenTrigger>[0]>>(schema: S): S =>
  schema.check((ctx) => {
    const broken = brokenTrigger(ctx.value);
    if (broken) ctx.issues.push({ code: "custom", ...broken, input: ctx.value });
  });

export const upsertAgentTrigger = endpoint({
  name: "upsertAgentTrigger",
  method: "PUT",
  path: "/v2/triggers/{agentId}",
  area,
  summary: "Start runs of an agent for the caller when something happens: one trigger for each integration. Earlier events do not count",
  access,
  records: "event_trigger.saved",
  changes: ["event_trigger"],
  params: ofAgent,
  body: together(z.strictObject({ ...given, enabled: z.boolean().optional().meta({ default: true }) })),
  reply: EventTrigger,
  errors: ["no_live_revision"],
});

/** As a person sets it up, who sees what it listens to: a program can leave out what is the only one. */
export const chosenTrigger = upsertAgentTrigger.body.check((ctx) => {
  const { integration_slug, integration_instance_id } = ctx.value;
  const message = choiceWords[integration_slug];
  if (message !== undefined && integration_instance_id === undefined)
    ctx.issues.push({ code: "custom", path: ["integration_instance_id"], message, input: ctx.value });
});

export const listAgentTriggerTypes = endpoint({
  name: "listAgentTriggerTypes",
  method: "GET",
  path: "/v2/trigger-config/{agentId}",
  area,
  summary: "What can start an agent, by integration, and what its events can be filtered by",
  access,
  reads: [],
  params: ofAgent,
  reply: z.strictObject({
    trigger_types: z.array(
      record("TriggerType", {
        integration_slug: z.string(),
        integration_name: z.string(),
        icon_url: z.string(),
        trigger_type: z.string(),
        label: z.string(),
        description: z.string(),
        /** A JSON schema of `filter_config`. */
        filter_schema: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});

const TriedEvent = record("TriedEvent", {
  id: z.string(),
  occurred_at: timestamp,
  facts: EventFacts,
  /** The first field of the filter that does not match; null: the event would start a run. */
  failing_field: z.string().nullable(),
  unmatched: z.array(UnmatchedField).max(mostUnmatched),
});

export const tryTriggerFilter = endpoint({
  name: "tryTriggerFilter",
  method: "POST",
  readOnly: true,
  path: "/v2/trigger-config/{agentId}/try",
  area,
  summary: `Which of the last ${mostTried} events a filter would start a run for, the newest first; starts no run`,
  access,
  reads: [],
  ours: "A person has to see what a filter lets through before it starts runs.",
  params: ofAgent,
  body: together(z.strictObject(given)),
  reply: z.strictObject({
    events: z.array(TriedEvent).max(mostTried),
    /** Further ones of the last events were not tried: those before them are as large as one trial reads. */
    more: z.boolean(),
  }),
});

export const EventMatch = record("TriggerMatch", {
  event_id: uuid,
  trigger_id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  trigger_type: z.string(),
  occurred_at: timestamp,
  facts: EventFacts,
  outcome: z.enum(matchOutcomes),
  /** Of what was filtered: the first field that does not match. */
  failing_field: z.string().nullable(),
  /** Of what was filtered: every field that did not match, as the filter was then. */
  unmatched: z.array(UnmatchedField).max(mostUnmatched),
  /** 0: what the trigger made of it; from 1 on: how often a person has replayed it. */
  replay: int53,
  /** When a person replayed it; null where nobody did, and once the run is deleted. */
  replayed_at: timestamp.nullable(),
  /** False where what the event brought is no longer kept. */
  replayable: z.boolean(),
  /** Null where nothing started, and once the run is deleted. */
  run_id: uuid.nullable(),
  run_status: z.string().nullable(),
});
export type EventMatch = z.output<typeof EventMatch>;

export const listTriggerMatches = endpoint({
  name: "listTriggerMatches",
  method: "GET",
  path: "/v2/triggers/{agentId}/{trigger_id}/matches",
  area,
  summary: "What came of the events of a trigger, in the last 30 days, the newest first",
  access,
  may: mayChangeSchedule,
  reads: ["event_trigger", "run", "agent", "connection"],
  ours: "An event that did not start a run has to say why.",
  params: z.strictObject({ agentId: idOf("agent"), trigger_id: idOf("event_trigger") }),
  query: z.strictObject({ outcome: z.enum(matchOutcomes).optional(), ...page(20, 100) }),
  reply: z.strictObject({ matches: z.array(EventMatch), total: int53, limit: z.int(), offset: int53 }),
  errors: ["forbidden"],
});

export const replayTriggerEvent = endpoint({
  name: "replayTriggerEvent",
  method: "POST",
  path: "/v2/triggers/{agentId}/{trigger_id}/events/{event_id}/replay",
  area,
  summary: "Start a run of the caller with an event of a trigger, whatever its filter says; the run is told so",
  access,
  may: mayChangeSchedule,
  changes: ["event_trigger", "run", "run_message", "agent"],
  ours: "What a run did wrong is tried again with the same event.",
  params: z.strictObject({ agentId: idOf("agent"), trigger_id: idOf("event_trigger"), event_id: idOf("trigger_event") }),
  reply: z.strictObject({ run: Run }),
  status: 201,
  errors: ["forbidden", "no_live_revision"],
  creates: "replayed",
});
