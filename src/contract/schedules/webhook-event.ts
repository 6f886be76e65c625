import { int53, storable, allStorable, timestamp, unstorable, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { matchOutcomes } from "./trigger-words.ts";

/** What another service, or a test, has sent to a webhook source. */
export const WebhookEventRow = record("WebhookSourceEvent", {
  id: uuid,
  source_id: uuid,
  /** What its sender calls this delivery, or a digest of it where there is no such id. */
  delivery_id: z.string(),
  event_type: z.string().nullable(),
  /** It was sent from the console or by `sendTestEvent`. */
  test: z.boolean(),
  bytes: int53,
  /** How often it was delivered. */
  deliveries: int53,
  occurred_at: timestamp,
  /** What came of it, for all triggers together; empty while that is not decided, and where none listened. */
  outcomes: z.array(record("OutcomeCount", { outcome: z.enum(matchOutcomes), count: int53 })),
  decided: z.boolean(),
});
export type WebhookEventRow = z.output<typeof WebhookEventRow>;

/** A JSON object, of any fields. */
export const Payload = z.record(z.string().refine(storable, unstorable), z.unknown()).refine(allStorable, unstorable);

/** What a service may send: some put several events into one list. */
export const Deliverable = z.union([Payload, z.array(Payload).min(1)]);
