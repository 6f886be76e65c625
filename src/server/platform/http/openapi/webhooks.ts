import { WebhookEvent } from "#contract/runs/webhooks.ts";
import type { $ZodType } from "#contract/zod.ts";
import type { Json, Schemas } from "./schemas.ts";

/** What the service sends to others, for whoever collects schemas. It is what the service says, so it reads as an answer does. */
export const webhookParts: readonly $ZodType[] = [WebhookEvent];

const words: Record<WebhookEvent["event"], { summary: string; status: string }> = {
  human_request: { summary: "A run waits for a person", status: "waiting" },
  run_completed: { summary: "A run completed", status: "completed" },
  run_failed: { summary: "A run failed", status: "failed" },
  run_interrupted: { summary: "A run was stopped", status: "interrupted" },
};

const description = `Sent to the \`webhook_url\` that the run was started with, at least once: tell repeats by \`webhook-id\`. Answer with 2xx within 10 seconds.
After 408, 429, 5xx, or no answer the service tries again up to nine times over about a day. Any other status ends the delivery, a redirect included.`;

const headers = {
  "webhook-id": "Names the event. It is the same at each try.",
  "webhook-timestamp": "When this try was sent, in seconds since 1970. Refuse what is more than five minutes away from your clock.",
  "webhook-signature":
    "`v1,` and the Base64 of the HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, with the body as it arrived. The key is what `getWebhookSecret` answers, decoded from Base64 without `whsec_`.",
};

/** The headers of every event, for the components. */
export const webhookParameters: Json = Object.fromEntries(
  Object.entries(headers).map(([name, said]) => [
    name,
    { name, in: "header", required: true, description: said, schema: { type: "string" } },
  ]),
);

/** The `webhooks` section: one entry for each event. */
export function webhooks(schemas: Schemas): Json {
  return Object.fromEntries(
    Object.entries(words).map(([event, { summary, status }]) => [
      event,
      {
        post: {
          operationId: `on${event.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
          summary,
          description,
          tags: ["Runs"],
          security: [],
          parameters: Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: schemas.of(WebhookEvent, "output"),
                example: { event, run_id: "0b9f1f6e-58a4-4c5e-9d2b-7a1c3e5f8d24", status, timestamp: "2026-01-31T09:30:00.000Z" },
              },
            },
          },
          responses: {
            "2XX": { description: "The event has arrived" },
            "4XX": { description: "The event is not wanted. 408 and 429 are tried again." },
            "5XX": { description: "The event is sent again later" },
          },
        },
      },
    ]),
  );
}
