import { endpoint } from "#contract/endpoint.ts";
import { Success, text } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const area = "Notifications";
const ours = "The specification has email as a channel, and its reader has to be able to end it without signing in.";
const token = text(20, 100);
const query = z.strictObject({ token });

/** What whoever holds the link of an email sees before they decide. */
const Subscription = record("NotificationSubscription", { team_name: z.string(), address: z.string() });
export type Subscription = z.output<typeof Subscription>;

export const lookAtUnsubscribe = endpoint({
  name: "lookAtUnsubscribe",
  method: "POST",
  readOnly: true,
  path: "/v2/unsubscribe",
  area,
  summary: "Which emails the link of an email ends; ends nothing",
  access: { scope: "public" },
  reads: ["notification_preference"],
  ours,
  body: z.strictObject({ token }),
  reply: z.strictObject({ subscription: Subscription }),
  errors: ["not_found"],
});

export const unsubscribe = endpoint({
  name: "unsubscribe",
  method: "POST",
  path: "/v2/unsubscribe/one-click",
  area,
  summary: "End all notification emails of one team to one person; mail programs send it as RFC 8058 says",
  access: { scope: "public" },
  changes: ["notification_preference"],
  form: true,
  ours,
  query,
  reply: Success,
  errors: ["not_found"],
});

/** Some programs open the address of a one-click unsubscription as a page. */
export const openUnsubscribe = endpoint({
  name: "openUnsubscribe",
  method: "GET",
  path: "/v2/unsubscribe/one-click",
  area,
  summary: "The page that asks before it unsubscribes",
  access: { scope: "public" },
  reads: [],
  ours,
  query,
  // The address that it leads to holds the token.
  passing: true,
  status: 308,
  reply: z.strictObject({ location: z.string() }),
});
