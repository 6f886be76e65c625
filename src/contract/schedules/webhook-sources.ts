import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, name, page, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { webhookSourceList } from "./webhook-source-list.ts";
import { givesSecret, mostOverlapHours, refusedFor, secretLength, webhookSenders } from "./webhook-words.ts";

// The specification has event triggers, and no way for a service that it does not name to send events. All of this is ours.
const ours = "Other services need an address to send their events to.";
const area = "Triggers";
const managing = { scope: "team", by: "source_id", role: "team:manager" } as const;
const inTeam = { scope: "team", by: "teamId", role: "team:member" } as const;
const ofTeam = z.strictObject({ teamId: idOf("team") });
const one = z.strictObject({ source_id: idOf("webhook_source") });

export const WebhookSource = record("WebhookSource", {
  id: uuid,
  team_id: uuid,
  name: z.string(),
  sender: z.enum(webhookSenders),
  enabled: z.boolean(),
  /** The path of its address; it follows the address of the service. Of `other` senders, the address has the secret too, as `?secret=`. */
  path: z.string(),
  /** False where the sender makes the secret and nobody has entered it yet: until then nothing is taken. */
  has_secret: z.boolean(),
  /** The secret before still signs until then; null: only the present one does. */
  former_secret_until: timestamp.nullable(),
  last_event_at: timestamp.nullable(),
  /** The last delivery that was not taken, and why. */
  refused_at: timestamp.nullable(),
  refused_for: z.enum(refusedFor).nullable(),
  /** Enabled event triggers that listen to it, of anybody. */
  triggers: int53,
  created_by: uuid,
  created_at: timestamp,
  updated_at: timestamp,
});
export type WebhookSource = z.output<typeof WebhookSource>;

/** The secret that was made here is shown once: for Standard Webhooks in its form `whsec_…`. Null: the sender makes it. */
const Secret = record("WebhookSourceSecret", { source: WebhookSource, secret: z.string().nullable() });

/** A secret that the sender made. Blanks and line ends around it were copied with it. */
const givenSecret = z
  .string()
  .trim()
  .min(secretLength.min)
  .max(secretLength.max)
  .regex(/^[\x21-\x7e]*$/, { error: "Enter the secret as the service shows it, without blanks" })
  .optional();

export const listWebhookSources = endpoint({
  name: "listWebhookSources",
  method: "GET",
  path: "/v2/teams/{teamId}/webhook-sources",
  area,
  summary: "The webhook sources of a team, by name",
  access: inTeam,
  reads: ["webhook_source", "event_trigger"],
  ours,
  params: ofTeam,
  query: z.strictObject({ ...page(50, 100), ...queryOf(webhookSourceList) }),
  reply: z.strictObject({ sources: z.array(WebhookSource), total: int53, limit: z.int(), offset: int53 }),
});

export const createWebhookSource = endpoint({
  name: "createWebhookSource",
  method: "POST",
  path: "/v2/teams/{teamId}/webhook-sources",
  area,
  summary: "Make an address that another service sends events to; a secret that is made here is returned once",
  access: { ...inTeam, role: "team:manager" },
  records: "webhook_source.created",
  changes: ["webhook_source"],
  ours,
  params: ofTeam,
  body: z
    .strictObject({ name, sender: z.enum(webhookSenders).optional().meta({ default: "standard" }), secret: givenSecret })
    .refine(({ sender = "standard", secret }) => secret === undefined || givesSecret[sender], {
      path: ["secret"],
      error: "Leave this empty: the secret for this service is made here",
    }),
  reply: Secret,
  status: 201,
  errors: ["too_many", "name_taken"],
  creates: "once",
});

export const updateWebhookSource = endpoint({
  name: "updateWebhookSource",
  method: "PATCH",
  path: "/v2/webhook-sources/{source_id}",
  area,
  summary: "Rename, pause or resume a webhook source; a paused one takes nothing",
  access: managing,
  records: "webhook_source.updated",
  changes: ["webhook_source"],
  ours,
  params: one,
  body: z.strictObject({ name: name.optional(), enabled: z.boolean().optional() }),
  reply: WebhookSource,
  errors: ["name_taken"],
});

export const rotateWebhookSecret = endpoint({
  name: "rotateWebhookSecret",
  method: "POST",
  path: "/v2/webhook-sources/{source_id}/rotate",
  area,
  summary: "Replace the secret of a webhook source; the one before signs for some hours more",
  access: managing,
  records: "webhook_source.secret_rotated",
  changes: ["webhook_source"],
  ours,
  params: one,
  /** `secret`: of a sender that makes it, the one that it shows now. */
  body: z.strictObject({ overlap_hours: z.int().min(0).max(mostOverlapHours).optional().meta({ default: 24 }), secret: givenSecret }),
  reply: Secret,
  creates: "once",
});

export const deleteWebhookSource = endpoint({
  name: "deleteWebhookSource",
  method: "DELETE",
  path: "/v2/webhook-sources/{source_id}",
  area,
  summary: "Delete a webhook source with its events and triggers; runs that it started continue",
  access: managing,
  records: "webhook_source.deleted",
  changes: ["webhook_source", "event_trigger"],
  ours,
  params: one,
  reply: Success,
});

export const previewWebhookSourceDeletion = endpoint({
  name: "previewWebhookSourceDeletion",
  method: "GET",
  path: "/v2/webhook-sources/{source_id}/deletion",
  area,
  summary: "Which triggers deleting a webhook source would delete; changes nothing",
  access: managing,
  reads: [],
  ours: deletionOurs,
  params: one,
  reply: Deletion,
});
