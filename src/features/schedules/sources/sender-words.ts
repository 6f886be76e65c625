import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { signatureHeaders, type WebhookSender } from "#contract/schedules/webhook-words.ts";

interface Words {
  /** As the service calls itself. */
  readonly name: string;
  /** Under the choice of a service. */
  readonly hint: string;
  /** Where the address belongs, and where the secret belongs or is found. */
  readonly steps: string;
}

/** In the order in which they are offered. */
export const senderWords: Readonly<Record<WebhookSender, Words>> = {
  standard: {
    name: "Standard Webhooks",
    hint: "For services that send the headers webhook-id and webhook-signature",
    steps: "Enter both in the service that sends the events. The secret is shown only once.",
  },
  github: {
    name: "GitHub",
    hint: "For a repository, an organization or an app",
    steps: "In GitHub, open Settings, Webhooks, Add webhook. Enter both there as Payload URL and Secret. The secret is shown only once.",
  },
  stripe: {
    name: "Stripe",
    hint: "Stripe shows its signing secret once it has the address",
    steps: "In Stripe, add a webhook endpoint with this address. Then copy its signing secret and enter it here.",
  },
  slack: {
    name: "Slack",
    hint: "The signing secret is under Basic Information of your Slack app",
    steps:
      "Copy the signing secret from Basic Information of your Slack app and enter it here. Then enter this address as Request URL of its event subscriptions.",
  },
  shopify: {
    name: "Shopify",
    hint: "Shopify shows the secret below the webhooks of a shop. Apps use their client secret",
    steps:
      "In Shopify, open Settings, Notifications, Webhooks. Add a webhook in JSON with this address. Then enter the secret that Shopify signs with.",
  },
  svix: {
    name: "Svix",
    hint: "For Clerk, Resend and other services that send with Svix",
    steps: "In the service that sends the events, add an endpoint with this address. Then copy its signing secret and enter it here.",
  },
  other: {
    name: "Another service, with the secret in the address",
    hint: "For services that do not sign. Logs between here and there can show the address",
    steps: "Enter the address in the service that sends the events. It has the secret, so it is shown only once.",
  },
};

/** How a sender shows that an event is from it, and what a repeat does. */
export function signingInWords({ sender }: WebhookSource): string {
  const { name } = senderWords[sender];
  if (sender === "standard")
    return "The other service signs each event with the secret, using Standard Webhooks. Repeats with the same webhook-id are ignored.";
  if (sender === "other")
    return "The other service sends to this address with the secret, as “?secret=”. Repeats with the same webhook-id or Idempotency-Key are ignored.";
  return `${name} signs each event with the secret. Repeats of the same delivery are ignored.`;
}

/** What a delivery did not have. */
export function missingInWords(sender: WebhookSender): string {
  const headers = signatureHeaders[sender];
  const last = headers.at(-1);
  if (last === undefined) return "Its address had no secret.";
  return `It had no ${headers.length > 1 ? `${headers.slice(0, -1).join(", ")} or ` : ""}${last}.`;
}

/** Above what is shown once. */
export function copyTitle(sender: WebhookSender): string {
  return sender === "other" ? "Copy the address now" : "Copy the secret now";
}
