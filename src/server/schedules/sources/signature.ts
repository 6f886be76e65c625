import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type RefusedFor,
  deliveryToleranceSeconds,
  type refusedThoughSigned,
  type refusedUnread,
} from "#contract/schedules/webhook-words.ts";

// Standard Webhooks: `webhook-signature` is `v1,` and the Base64 of the HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. Several
// signatures are separated by spaces: while a sender rotates, it signs by both of its secrets.

const prefix = "whsec_";

export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

export interface Delivery {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

function sign(secret: string, { id, timestamp, body }: Omit<Delivery, "signature">): string {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

/** Why a delivery is of nobody who has the secret. */
export type Unsigned = Exclude<RefusedFor, (typeof refusedThoughSigned)[number] | (typeof refusedUnread)[number]>;

/** So many signatures of a delivery are compared. */
const mostSignatures = 5;

/** Why a delivery is not taken; undefined for one that one of these secrets has signed, not longer ago than is allowed. */
export function refusalOf(delivery: Delivery, secrets: readonly string[], now: Date): Unsigned | undefined {
  if (!/^\d{1,12}$/.test(delivery.timestamp)) return "unsigned";
  const given = delivery.signature.split(" ").slice(0, mostSignatures);
  const expected = secrets.map((secret) => sign(secret, delivery));
  // All of them, so that how long it takes says nothing of which one it was.
  const matches = given.flatMap((one) => expected.map((right) => same(one, right)));
  if (!matches.includes(true)) return "wrong_signature";
  return Math.abs(now.getTime() / 1000 - Number(delivery.timestamp)) > deliveryToleranceSeconds ? "too_old" : undefined;
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
