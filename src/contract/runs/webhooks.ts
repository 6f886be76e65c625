import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** The body that a run's `webhook_url` receives, signed in the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
export const WebhookEvent = record("WebhookEvent", {
  event: z.enum(["human_request", "run_completed", "run_failed", "run_interrupted"]),
  run_id: uuid,
  status: z.string(),
  /** Ours: when it happened. */
  timestamp,
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

export const getWebhookSecret = endpoint({
  name: "getWebhookSecret",
  method: "GET",
  path: "/v2/teams/{teamId}/webhook-secret",
  area: "Runs",
  summary: "The key that signs this team's webhooks (Standard Webhooks)",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  reads: [],
  ours: "The specification names webhooks without their signature; receivers need the key to check it.",
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.strictObject({ secret: z.string() }),
  secret: true,
});
