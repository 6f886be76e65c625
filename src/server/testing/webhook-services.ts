import { createHmac, randomUUID } from "node:crypto";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import type { WebhookSender } from "#contract/schedules/webhook-words.ts";
import type { TestService } from "./service.ts";

/** What a service sends: a body as bytes, and what it says of it. */
export interface Sending {
  readonly body: string | Buffer;
  readonly event?: string;
  readonly id?: string;
  /** Seconds since 1970. */
  readonly at?: number;
  readonly form?: true;
}

/** A source with its secret, as a service knows it that sends there. */
export interface Connected {
  readonly source_id: string;
  readonly sender: WebhookSender;
  readonly secret: string;
}

/** Secrets as these services make them. */
const theirs: Partial<Record<WebhookSender, () => string>> = {
  stripe: () => `whsec_${randomUUID().replaceAll("-", "")}`,
  slack: () => randomUUID().replaceAll("-", ""),
  shopify: () => `${randomUUID()}${randomUUID()}`.replaceAll("-", ""),
  svix: () => `whsec_${Buffer.from(randomUUID().slice(0, 24)).toString("base64")}`,
};

export async function connected(service: TestService, sender: WebhookSender): Promise<Connected> {
  const secret = theirs[sender]?.();
  const body = { name: `${sender} ${randomUUID()}`, sender, ...(secret && { secret }) };
  const made = await service.ok(createWebhookSource, { params: { teamId: service.teamId }, body });
  return { source_id: made.source.id, sender, secret: secret ?? made.secret ?? "" };
}

/** The headers that each service sends, by its public documentation. Written apart from what checks them. */
export function headersOf({ sender, secret }: Connected, sending: Sending): Record<string, string> {
  const { body, event = "", id = randomUUID(), at = Math.floor(Date.now() / 1000) } = sending;
  const hmac = (key: string | Buffer, before: string) => createHmac("sha256", key).update(before).update(body);
  const byStandard = () => `v1,${hmac(Buffer.from(secret.slice("whsec_".length), "base64"), `${id}.${at}.`).digest("base64")}`;
  const headers: Record<WebhookSender, () => Record<string, string>> = {
    standard: () => ({ "webhook-id": id, "webhook-timestamp": `${at}`, "webhook-signature": byStandard() }),
    svix: () => ({ "svix-id": id, "svix-timestamp": `${at}`, "svix-signature": byStandard() }),
    github: () => ({
      "user-agent": "GitHub-Hookshot/a1b2c3",
      "x-github-delivery": id,
      "x-github-event": event,
      "x-hub-signature": `sha1=${createHmac("sha1", secret).update(body).digest("hex")}`,
      "x-hub-signature-256": `sha256=${hmac(secret, "").digest("hex")}`,
    }),
    stripe: () => ({ "stripe-signature": `t=${at},v1=${hmac(secret, `${at}.`).digest("hex")},v0=${"0".repeat(64)}` }),
    slack: () => ({ "x-slack-request-timestamp": `${at}`, "x-slack-signature": `v0=${hmac(secret, `v0:${at}:`).digest("hex")}` }),
    shopify: () => ({
      "x-shopify-topic": event,
      "x-shopify-webhook-id": id,
      "x-shopify-hmac-sha256": hmac(secret, "").digest("base64"),
    }),
    other: () => ({}),
  };
  return headers[sender]();
}

export interface Answered {
  readonly status: number;
  readonly answer: {
    readonly event_id?: string;
    readonly repeated?: boolean;
    readonly challenge?: string;
    readonly error?: string;
    readonly message?: string;
  };
}

/** Sends as the service of a source does; `instead` replaces some of its headers. */
export async function sendAs(
  service: TestService,
  to: Connected,
  sending: Sending,
  instead: Record<string, string> = {},
): Promise<Answered> {
  const address = new URL(`/v2/hooks/${to.source_id}`, service.url);
  if (to.sender === "other") address.searchParams.set("secret", to.secret);
  const type = sending.form ? "application/x-www-form-urlencoded" : "application/json";
  const headers = { "content-type": type, ...headersOf(to, sending), ...instead };
  const response = await fetch(address, { method: "POST", headers, body: sending.body });
  return { status: response.status, answer: (await response.json()) as Answered["answer"] };
}
