import { parseExact } from "#contract/exact-json.ts";
import { CaseloadError } from "./errors.ts";
import type { WebhookDelivery } from "./shapes.ts";

/**
 * The event of a webhook, once its signature and its time are those of a sender with this secret. Rejects with a `CaseloadError`, code
 * `invalid_webhook`, for everything else: answer 400 then.
 */
export async function verifyWebhook({ payload, headers, secret, tolerance = 300 }: WebhookDelivery): Promise<unknown> {
  const [id, seconds, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headerOf(headers, name));
  if (!id || !seconds || !signatures) refuse("The request has no webhook-id, webhook-timestamp and webhook-signature.");
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= tolerance)) refuse("The webhook was sent at another time: check both clocks.");
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const head = new TextEncoder().encode(`${id}.${seconds}.`);
  const signed = new Uint8Array([...head, ...body]);
  const tries = signatures.split(" ").flatMap((each) => (each.startsWith("v1,") ? [each.slice("v1,".length)] : []));
  const verified = await Promise.all(tries.map((each) => crypto.subtle.verify("HMAC", key, bytesOf(each), signed)));
  if (!verified.includes(true))
    refuse("The signature is not one of this secret: pass the body as it arrived, and the secret of this team.");
  return parseExact(new TextDecoder().decode(body));
}

function headerOf(headers: WebhookDelivery["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : value?.[0];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return refuse("The secret or the signature is not base64.");
  }
}

function refuse(words: string): never {
  throw new CaseloadError(0, "invalid_webhook", words);
}
