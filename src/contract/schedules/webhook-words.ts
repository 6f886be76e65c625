// Free of zod, so that screens have the words without the schemas.

/** Who sends the events of a source, and so how they are signed. `other`: they are not, and the secret is in the address. */
export const webhookSenders = ["standard", "github", "stripe", "slack", "shopify", "svix", "other"] as const;
export type WebhookSender = (typeof webhookSenders)[number];

/** Senders that make the secret themselves: a person copies it from there. Every other one gets ours. */
export const givesSecret = {
  standard: false,
  github: false,
  stripe: true,
  slack: true,
  shopify: true,
  svix: true,
  other: false,
} as const satisfies Record<WebhookSender, boolean>;

/** The headers without which a delivery is not signed. */
export const signatureHeaders: Readonly<Record<WebhookSender, readonly string[]>> = {
  standard: ["webhook-id", "webhook-timestamp", "webhook-signature"],
  github: ["X-Hub-Signature-256"],
  stripe: ["Stripe-Signature"],
  slack: ["X-Slack-Request-Timestamp", "X-Slack-Signature"],
  shopify: ["X-Shopify-Hmac-Sha256"],
  svix: ["svix-id", "svix-timestamp", "svix-signature"],
  other: [],
};

/** Why a delivery was not taken. */
export const refusedFor = [
  "unsigned",
  "wrong_signature",
  "too_old",
  "paused",
  "unreadable",
  "reused_id",
  "too_large",
  "not_json",
  "no_secret",
] as const;
export type RefusedFor = (typeof refusedFor)[number];
/** Those of what somebody sent who has the secret. */
export const refusedThoughSigned = ["paused", "unreadable", "reused_id"] as const satisfies readonly RefusedFor[];
/** Those of what was not read, so that nobody knows who sent it. */
export const refusedUnread = ["too_large", "not_json"] as const satisfies readonly RefusedFor[];

/** Ours: bytes of a delivery. */
export const maxDeliveryBytes = 262_144;
/** Standard Webhooks: so many seconds the time of a delivery may be away from ours. */
export const deliveryToleranceSeconds = 300;
/** Ours: sources of a team. */
export const maxWebhookSources = 50;
/** Ours: characters of a secret that another service made. Shorter ones could be guessed. */
export const secretLength = { min: 16, max: 255 } as const;
/** Ours: hours for which the secret before still signs. */
export const mostOverlapHours = 168;
/** Ours: so many triggers that listen to a source are said, and so many of what came of one event. */
export const mostListeners = 5;
export const mostMatchesSaid = 5;
/** Ours: of so many newest deliveries of a source the content is kept, for 30 days at most. */
export const mostContents = 1_000;
