import { int53, storable, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { matchOutcomes } from "./trigger-words.ts";

/** What another service, or a test, has sent to a webhook source. */
export const WebhookEventRow = record("WebhookSourceEvent", {
  id: uuid,
  source_id: uuid,
  /** Its `webhook-id`. */
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

/** Of JSON that is not too deep: no text and no name in it has what the store refuses. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => storable(key) && isStorable(part));
}

const unstorable = { error: "This contains characters that cannot be stored" };
/** A JSON object, of any fields. */
export const Payload = z.record(z.string().refine(storable, unstorable), z.unknown()).refine(isStorable, unstorable);
