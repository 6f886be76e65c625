import { createHmac, randomUUID } from "node:crypto";
import { receiveWebhook } from "#contract/schedules/webhook-source-events.ts";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import type { Answer, CallOptions, TestService } from "./service.ts";

export interface Sender {
  readonly source_id: string;
  readonly secret: string;
}

/** A new source of a team, with what its sender knows. */
export async function senderIn(service: TestService, teamId = service.teamId, options?: CallOptions): Promise<Sender> {
  const made = await service.ok(createWebhookSource, { params: { teamId }, body: { name: `Sender ${randomUUID()}` } }, options);
  return { source_id: made.source.id, secret: made.secret ?? "" };
}

export interface Sent {
  readonly id?: string;
  /** Seconds since 1970. */
  readonly at?: number;
  readonly secret?: string;
  /** Instead of the one that is right. */
  readonly signature?: string;
}

/** Signs as the specification of Standard Webhooks says, and delivers. Written apart from what checks it. */
export function deliver(
  service: TestService,
  sender: Sender,
  body: Record<string, unknown>,
  sent: Sent = {},
): Promise<Answer<typeof receiveWebhook>> {
  const headers = signed(sender, Buffer.from(JSON.stringify(body)), sent);
  return service.call(receiveWebhook, { params: { source_id: sender.source_id }, body }, { as: null, headers });
}

/** The same with any bytes, which may be no JSON. */
export function deliverBytes(service: TestService, sender: Sender, body: Buffer<ArrayBuffer>, sent: Sent = {}): Promise<Response> {
  const headers = { ...signed(sender, body, sent), "content-type": "application/json" };
  return fetch(`${service.url}/v2/hooks/${sender.source_id}`, { method: "POST", headers, body });
}

function signed(sender: Sender, body: Buffer, sent: Sent): Record<string, string> {
  const { id = `msg_${randomUUID()}`, at = Math.floor(Date.now() / 1000), secret = sender.secret, signature } = sent;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const right = createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature ?? `v1,${right}` };
}
