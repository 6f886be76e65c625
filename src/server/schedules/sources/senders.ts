import { createHash, createHmac } from "node:crypto";
import type { WebhookSender } from "#contract/schedules/webhook-words.ts";

/** A request of another service. */
export interface Delivery {
  /** The value of a header, empty where it is missing. */
  header(name: string): string;
  /** The secret in the address. */
  readonly secret: string;
  readonly body: Buffer;
}

/** How a delivery says that it is of whoever has the secret. */
export interface Signed {
  /** When it was signed, in seconds since 1970, where the sender says so. */
  readonly at?: string;
  readonly given: readonly string[];
  /** What `given` has to have one of. */
  expected(secret: string): string;
}

/** What a delivery is about, beside its content. */
interface Said {
  /** The sender's own id, the same for each repeat. Empty: it has none. */
  readonly id: string;
  readonly type: unknown;
}

interface Ways {
  signed(delivery: Delivery): Signed;
  said(delivery: Delivery, content: Fields): Said;
}

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown) => (typeof value === "string" ? value : "");
const hmac = (key: string | Buffer, ...parts: readonly (string | Buffer)[]) => {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made;
};

/** Standard Webhooks, which is Svix's scheme with other names of headers. While a sender rotates, it signs by both of its secrets. */
const standard: Ways = {
  signed(delivery) {
    const [id, at, signature] = ofStandard(delivery);
    const key = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return {
      at,
      given: id === "" ? [] : signature.split(" "),
      expected: (secret) => `v1,${hmac(key(secret), `${id}.${at}.`, delivery.body).digest("base64")}`,
    };
  },
  said: (delivery, { type }) => ({ id: ofStandard(delivery)[0], type }),
};

function ofStandard({ header }: Delivery): readonly [id: string, at: string, signature: string] {
  const by = header("webhook-id") === "" ? "svix" : "webhook";
  return [visible(header(`${by}-id`)), header(`${by}-timestamp`), header(`${by}-signature`)];
}

/** How each sender signs and names what it sends, by its own documentation. */
const ways: Readonly<Record<WebhookSender, Ways>> = {
  standard,
  svix: standard,
  github: {
    signed: ({ header, body }) => ({
      given: [header("x-hub-signature-256")],
      expected: (secret) => `sha256=${hmac(secret, body).digest("hex")}`,
    }),
    said: ({ header }, { type }) => ({ id: header("x-github-delivery"), type: header("x-github-event") || type }),
  },
  stripe: {
    signed({ header, body }) {
      const parts = header("stripe-signature")
        .split(",")
        .map((part) => part.trim().split("=", 2) as [string, string?]);
      const at = parts.find(([name]) => name === "t")?.[1] ?? "";
      return {
        at,
        given: parts.flatMap(([name, value = ""]) => (name === "v1" ? [value] : [])),
        expected: (secret) => hmac(secret, `${at}.`, body).digest("hex"),
      };
    },
    said: (_delivery, { id, type }) => ({ id: text(id), type }),
  },
  slack: {
    signed({ header, body }) {
      const at = header("x-slack-request-timestamp");
      return {
        at,
        given: [header("x-slack-signature")],
        expected: (secret) => `v0=${hmac(secret, `v0:${at}:`, body).digest("hex")}`,
      };
    },
    said: (_delivery, { event_id, event, type, command }) => ({
      id: text(event_id),
      type: (event as Fields | null | undefined)?.["type"] ?? type ?? command,
    }),
  },
  shopify: {
    signed: ({ header, body }) => ({
      given: [header("x-shopify-hmac-sha256")],
      expected: (secret) => hmac(secret, body).digest("base64"),
    }),
    said: ({ header }, { type }) => ({ id: header("x-shopify-webhook-id"), type: header("x-shopify-topic") || type }),
  },
  other: {
    signed: ({ secret }) => ({ given: [secret], expected: (right) => right }),
    said: ({ header }, { type }) => ({ id: header("webhook-id") || header("idempotency-key"), type }),
  },
};

export function signedBy(sender: WebhookSender, delivery: Delivery): Signed {
  return ways[sender].signed(delivery);
}

/**
 * The id and the type of a delivery. Without an id of its sender a repeat is told by its bytes, where these have a time in them. What comes without a
 * signature may say the same twice: each of these is an event.
 */
export function said(sender: WebhookSender, delivery: Delivery, content: unknown, otherwise: string): { id: string; type: string | null } {
  const found = ways[sender].said(delivery, Array.isArray(content) ? {} : (content as Fields));
  const digest = () => `sha256_${createHash("sha256").update(delivery.body).digest("hex")}`;
  return { id: visible(found.id) || (sender === "other" ? otherwise : digest()), type: typeOf(found.type) };
}

/** An id as it can be kept and shown; empty for what is none. */
function visible(id: string): string {
  return /^[\x21-\x7e]{1,255}$/.test(id) ? id : "";
}

/** What the sender calls an event. */
export function typeOf(type: unknown): string | null {
  if (typeof type !== "string" || type.trim() === "") return null;
  return type.replaceAll("\u0000", "").slice(0, 200).toWellFormed();
}

/** What Slack asks once, before it sends events to an address. */
export function challengeOf(sender: WebhookSender, content: unknown): string | undefined {
  const { type, challenge } = content as Fields;
  return sender === "slack" && type === "url_verification" && typeof challenge === "string" ? challenge : undefined;
}
