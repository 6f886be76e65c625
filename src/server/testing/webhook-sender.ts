import { createHmac, randomUUID } from "node:crypto";
import { createWebhookSource, receiveWebhook } from "#contract/schedules/webhook-sources.ts";
import type { Answer, CallOptions, TestService } from "./service.ts";

export interface Sender {
  readonly source_id: string;
  readonly secret: string;
}

/** A new source of a team, with what its sender knows. */
export async function senderIn(service: TestService, teamId = service.teamId, options?: CallOptions): Promise<Sender> {
  const made = await service.ok(createWebhookSource, { params: { teamId }, body: { name: `Sender ${randomUUID()}` } }, options);
  return { source_id: made.source.id, secret: made.secret };
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
  { id = `msg_${randomUUID()}`, at = Math.floor(Date.now() / 1000), secret = sender.secret, signature }: Sent = {},
): Promise<Answer<typeof receiveWebhook>> {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const right = createHmac("sha256", key)
    .update(`${id}.${at}.${JSON.stringify(body)}`)
    .digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature ?? `v1,${right}` };
  return service.call(receiveWebhook, { params: { source_id: sender.source_id }, body }, { as: null, headers });
}
