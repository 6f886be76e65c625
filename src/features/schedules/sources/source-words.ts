import { credentials } from "#api/credentials.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { maxDeliveryBytes, type RefusedFor, type WebhookSender } from "#contract/schedules/webhook-words.ts";
import type { State } from "#ui/status.tsx";
import { missingInWords } from "./sender-words.ts";

/** Where another service sends its events to. */
export function addressOf({ path }: WebhookSource): string {
  return new URL(`${credentials.baseUrl}${path}`, location.href).href;
}

/** Whether the last thing that arrived was refused. */
export function refusedLast({ refused_at, last_event_at }: WebhookSource): boolean {
  return refused_at !== null && (last_event_at === null || refused_at > last_event_at);
}

/** The address of a source whose sender does not sign. */
export function withSecret(source: WebhookSource, secret: string): string {
  const address = new URL(addressOf(source));
  address.searchParams.set("secret", secret);
  return address.href;
}

export function stateOf(source: WebhookSource): State {
  if (!source.enabled) return { look: "idle", word: "Paused" };
  if (!source.has_secret) return { look: "asks", word: "Secret missing" };
  if (refusedLast(source)) return { look: "failed", word: "Delivery refused" };
  return source.last_event_at === null ? { look: "queued", word: "No event yet" } : { look: "live", word: "Active" };
}

export function refusedInWords(sender: WebhookSender, why: RefusedFor): string {
  if (why === "unsigned") return missingInWords(sender);
  if (why === "wrong_signature" && sender === "other") return "The secret in its address was wrong.";
  return refusedWords[why];
}

const refusedWords: Record<Exclude<RefusedFor, "unsigned">, string> = {
  wrong_signature: "Its signature did not match the secret.",
  too_old: "Its time was more than five minutes away from ours.",
  paused: "The source was paused.",
  unreadable: "It was signed, but its body is not a valid JSON object.",
  too_large: `It had more than ${maxDeliveryBytes / 1024} kB.`,
  not_json: "Its Content-Type was neither JSON nor a form, or it was packed.",
  no_secret: "The secret of the service is not entered here yet.",
  reused_id: "It had the id of an earlier event and another content. Only the earlier event is kept: give each event an id of its own.",
};

/** A shell script that sends an event as this source takes it. The secret is a variable there, never its value. Services with tests of their own need none. */
export function curlExample(source: WebhookSource): string | undefined {
  const make = examples[source.sender];
  const address = addressOf(source);
  return make && `${make(address)} \\\n  -d "$body"`;
}

const body = `body='{"type": "invoice.paid", "data": {"amount": 250}}'`;

const examples: Partial<Record<WebhookSender, (address: string) => string>> = {
  standard: (address) => `# WEBHOOK_SECRET is the secret of the source, whsec_…
${body}
id="msg_$(date +%s)" ts="$(date +%s)"
key="$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')"
sig="$(printf %s "$id.$ts.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)"
curl -X POST '${address}' \\
  -H 'Content-Type: application/json' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $ts" -H "webhook-signature: v1,$sig"`,
  other: (address) => `# WEBHOOK_SECRET is the secret at the end of the address
${body}
address='${address}'
curl -X POST "$address?secret=$WEBHOOK_SECRET" \\
  -H 'Content-Type: application/json' -H "Idempotency-Key: msg_$(date +%s)"`,
};
