import { endpoint } from "#contract/endpoint.ts";
import { int53, page, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { EventMatch } from "./event-triggers.ts";
import { TriggerFilter } from "./trigger-filter.ts";
import { Deliverable, Payload, WebhookEventRow } from "./webhook-event.ts";
import { maxDeliveryBytes } from "./webhook-words.ts";

// As webhook sources themselves, all of this is ours.
const ours = "What a service sends, and what came of it, has to be seen by a person.";
const area = "Triggers";
const reading = { scope: "team", by: "source_id", role: "team:member" } as const;
const one = z.strictObject({ source_id: idOf("webhook_source") });

/** A trigger that listens to a source. */
const Listener = record("WebhookListener", {
  trigger_id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  /** For whom its runs act. */
  user_id: uuid,
  user_name: z.string(),
  enabled: z.boolean(),
  filter_config: TriggerFilter,
});
export type Listener = z.output<typeof Listener>;

export const listWebhookSourceEvents = endpoint({
  name: "listWebhookSourceEvents",
  method: "GET",
  path: "/v2/webhook-sources/{source_id}/events",
  area,
  summary: "What a webhook source took in the last 30 days, the newest first",
  access: reading,
  reads: ["webhook_source", "event_trigger", "run", "agent"],
  ours,
  params: one,
  query: z.strictObject(page(20, 100)),
  reply: z.strictObject({
    events: z.array(WebhookEventRow),
    /** What triggers made of each of them, at most 5 an event; below Manager of the caller's only. */
    matches: z.array(EventMatch),
    /** At most 5, enabled ones first; below Manager the caller's only. */
    listeners: z.array(Listener),
    total: int53,
    limit: z.int(),
    offset: int53,
  }),
});

export const getWebhookSourceEvent = endpoint({
  name: "getWebhookSourceEvent",
  method: "GET",
  path: "/v2/webhook-sources/{source_id}/events/{event_id}",
  area,
  summary: "One event with its content, as it was sent",
  access: reading,
  reads: ["webhook_source", "event_trigger"],
  ours,
  params: z.strictObject({ source_id: idOf("webhook_source"), event_id: idOf("trigger_event") }),
  /** Null once newer events have taken its room. */
  reply: z.strictObject({ event: WebhookEventRow, content: z.string().nullable() }),
});

export const sendTestEvent = endpoint({
  name: "sendTestEvent",
  method: "POST",
  path: "/v2/webhook-sources/{source_id}/test",
  area,
  summary: "Take a test event as if delivered: matching triggers start runs, below Manager only the caller's own",
  access: reading,
  changes: ["webhook_source"],
  ours: "A person has to see what an event does before another service sends one.",
  params: one,
  largestBody: maxDeliveryBytes,
  body: z.strictObject({ payload: Payload }),
  reply: z.strictObject({ event_id: uuid }),
  status: 201,
  errors: ["source_paused"],
  creates: "replayed",
});

export const receiveWebhook = endpoint({
  name: "receiveWebhook",
  method: "POST",
  path: "/v2/hooks/{source_id}",
  area,
  summary: "Deliver an event, signed as its sender signs; a repeat of its id is ignored",
  access: { scope: "public" },
  signed: true,
  /** Slack asks once whether its events are expected here. */
  greets: z.strictObject({ challenge: z.string() }),
  largestBody: maxDeliveryBytes,
  changes: ["webhook_source"],
  ours,
  params: one,
  query: z.strictObject({ secret: text(0, 200).optional() }),
  body: Deliverable,
  reply: z.strictObject({ event_id: uuid, repeated: z.boolean() }),
  status: 202,
  errors: ["not_found", "webhook_unverified", "source_paused"],
});
