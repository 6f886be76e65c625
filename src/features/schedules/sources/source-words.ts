import { credentials } from "#api/credentials.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { maxDeliveryBytes, type RefusedFor } from "#contract/schedules/webhook-words.ts";
import type { State } from "#ui/status.tsx";

/** Where another service sends its events to. */
export function addressOf({ path }: WebhookSource): string {
  return new URL(`${credentials.baseUrl}${path}`, location.href).href;
}

/** Whether the last thing that arrived was refused. */
export function refusedLast({ refused_at, last_event_at }: WebhookSource): boolean {
  return refused_at !== null && (last_event_at === null || refused_at > last_event_at);
}

export function stateOf(source: WebhookSource): State {
  if (!source.enabled) return { look: "idle", word: "Paused" };
  if (refusedLast(source)) return { look: "failed", word: "Delivery refused" };
  return source.last_event_at === null ? { look: "queued", word: "No event yet" } : { look: "live", word: "Active" };
}

export const refusedWords: Record<RefusedFor, string> = {
  unsigned: "It had no webhook-id, webhook-timestamp or webhook-signature.",
  wrong_signature: "Its signature did not match the secret.",
  too_old: "Its time was more than five minutes away from ours.",
  paused: "The source was paused.",
  unreadable: "It was signed, but its content was no JSON object that can be stored.",
  too_large: `It had more than ${maxDeliveryBytes / 1024} kB.`,
  not_json: "Its Content-Type was not application/json, or it was packed.",
  reused_id:
    "It had the webhook-id of an earlier event and another content. Only the earlier event is kept: give each event an id of its own.",
};

/** A shell script that signs and sends an event. The secret is a variable there, never its value. */
export function curlExample(address: string): string {
  return `# WEBHOOK_SECRET is the secret of the source, whsec_…
body='{"type": "invoice.paid", "data": {"amount": 250}}'
id="msg_$(date +%s)" ts="$(date +%s)"
key="$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')"
sig="$(printf %s "$id.$ts.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)"
curl -X POST '${address}' \\
  -H 'Content-Type: application/json' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $ts" -H "webhook-signature: v1,$sig" \\
  -d "$body"`;
}
