import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  deliveryToleranceSeconds,
  givesSecret,
  type RefusedFor,
  type refusedThoughSigned,
  type refusedUnread,
  type WebhookSender,
} from "#contract/schedules/webhook-words.ts";
import { type Delivery, signedBy } from "./senders.ts";

/** A secret for a sender that takes ours: 256 bits. In an address it may have no sign that means something there. */
export function newSecret(sender: WebhookSender): string | undefined {
  if (givesSecret[sender]) return undefined;
  return sender === "standard" ? `whsec_${randomBytes(32).toString("base64")}` : randomBytes(32).toString("base64url");
}

/** Why a delivery is of nobody who has the secret. */
export type Unsigned = Exclude<RefusedFor, (typeof refusedThoughSigned)[number] | (typeof refusedUnread)[number]>;

/** So many signatures of a delivery are compared. */
const mostSignatures = 5;

/** Why a delivery is not taken; undefined for one that one of these secrets has signed, not longer ago than is allowed. */
export function refusalOf(sender: WebhookSender, delivery: Delivery, secrets: readonly string[], now: Date): Unsigned | undefined {
  if (secrets.length === 0) return "no_secret";
  const { at, given, expected } = signedBy(sender, delivery);
  if (at !== undefined && !/^\d{1,12}$/.test(at)) return "unsigned";
  if (!given.some((one) => one !== "")) return "unsigned";
  const right = secrets.map(expected);
  // All of them, so that how long it takes says nothing of which one it was.
  const matches = given.slice(0, mostSignatures).flatMap((one) => right.map((each) => same(one, each)));
  if (!matches.includes(true)) return "wrong_signature";
  const away = at === undefined ? 0 : Math.abs(now.getTime() / 1000 - Number(at));
  return away > deliveryToleranceSeconds ? "too_old" : undefined;
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
