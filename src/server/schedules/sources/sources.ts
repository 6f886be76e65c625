import { sql } from "drizzle-orm";
import type * as contract from "#contract/schedules/webhook-sources.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { type RefusedFor, maxWebhookSources } from "#contract/schedules/webhook-words.ts";
import { findDeletion, triggersOn } from "#server/agents/deletion/deletion.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type Bringing, type Context, type Handlers, askedFirst } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { triggerWork } from "#server/schedules/triggers/trigger-work.ts";
import { type Delivery, newSecret, refusalOf } from "./signature.ts";
import { findSourceEvent, keepEvent, listSourceEvents } from "./source-events.store.ts";
import {
  type SourceRecord,
  countSources,
  findSource,
  insertSource,
  listSources,
  noteRefused,
  patchSource,
  removeSource,
  showSource,
} from "./sources.store.ts";

const placeOf = ({ id, team_id }: Pick<SourceRecord, "id" | "team_id">, column: "sealed_secret" | "sealed_former_secret") => ({
  teamId: team_id,
  table: "webhook_sources",
  id,
  column,
});

export const webhookSourceHandlers: Handlers<typeof contract, EngineContext> = {
  async listWebhookSources({ query }, { db, team }) {
    const { limit, offset } = query;
    return { ...(await listSources(db, team.id, query)), limit, offset };
  },

  async createWebhookSource({ body: { name } }, context) {
    const { db, team, caller, envelope } = context;
    if ((await countSources(db, team.id)) >= maxWebhookSources)
      throw refuse("too_many", `This team has ${maxWebhookSources} webhook sources, which is the limit. Delete one first.`);
    const of = { id: newId(), team_id: team.id };
    const secret = newSecret();
    const sealed_secret = envelope.seal(placeOf(of, "sealed_secret"), secret);
    if (!(await insertSource(db, { ...of, name, sealed_secret, created_by: caller.userId }))) throw taken(name);
    context.changed("webhook_source", of.id);
    return { source: await shown(context, of.id), secret };
  },

  async updateWebhookSource({ params, body }, context) {
    await required(context, params.source_id, "update");
    const { name, enabled } = body;
    const patch = { ...(name !== undefined && { name }), ...(enabled !== undefined && { enabled }) };
    if (!(await patchSource(context.db, params.source_id, patch))) throw taken(name ?? "");
    return shown(context, params.source_id);
  },

  async rotateWebhookSecret({ params, body: { overlap_hours = 24 } }, context) {
    const { db, envelope } = context;
    const source = await required(context, params.source_id, "update");
    const secret = newSecret();
    const former = envelope.open(placeOf(source, "sealed_secret"), source.sealed_secret);
    await patchSource(db, source.id, {
      sealed_secret: envelope.seal(placeOf(source, "sealed_secret"), secret),
      sealed_former_secret: overlap_hours > 0 ? envelope.seal(placeOf(source, "sealed_former_secret"), former) : null,
      former_secret_until: overlap_hours > 0 ? new Date(context.clock().getTime() + overlap_hours * 3_600_000).toISOString() : null,
    });
    return { source: await shown(context, source.id), secret };
  },

  async deleteWebhookSource({ params }, context) {
    const { id } = await required(context, params.source_id, "update");
    await removeSource(context.db, id);
    context.changed("event_trigger", "*");
    context.changed("webhook_source", id);
    return { success: true as const };
  },

  async previewWebhookSourceDeletion({ params }, { db, team }) {
    return findDeletion(db, [triggersOn(sql`t.integration_instance_id = ${params.source_id}`, team.id)]);
  },

  async listWebhookSourceEvents({ params, query }, { db }) {
    return { ...(await listSourceEvents(db, params.source_id, query)), ...query };
  },

  async getWebhookSourceEvent({ params }, { db }) {
    const found = await findSourceEvent(db, params.source_id, params.event_id);
    if (!found) throw refuse("not_found");
    return found;
  },

  async sendTestEvent({ params, body: { payload } }, context) {
    const source = await required(context, params.source_id);
    if (!source.enabled) throw refuse("source_paused");
    const { id: event_id } = await keepEvent(context.db, {
      source,
      deliveryId: `test_${newId()}`,
      content: JSON.stringify(payload),
      test: true,
    });
    context.afterCommit(() => context.engine.wake(triggerWork));
    return { event_id };
  },

  receiveWebhook: askedFirst(verified, async ({ bytes }, context: EngineContext, { source, deliveryId }) => {
    await context.quota.spend(`webhook-source:${source.id}`);
    const { id: event_id, repeated } = await keepEvent(context.db, { source, deliveryId, content: bytes.toString() });
    context.live.publish({ teamId: source.team_id, topic: "webhook_source", id: source.id });
    if (!repeated) context.afterCommit(() => context.engine.wake(triggerWork));
    return { event_id, repeated };
  }),
};

interface Verified {
  readonly source: SourceRecord;
  readonly deliveryId: string;
}

/** The source of a delivery that it may take. A refusal is noted there, for a person who looks why nothing arrives. */
async function verified({ params, bytes }: { params: { source_id: string }; bytes: Buffer }, services: Bringing): Promise<Verified> {
  const { db, live, clock } = services;
  const source = await findSource(db, params.source_id);
  if (!source) throw refuse("not_found", "There is no webhook source at this address. Nothing was stored.");
  const delivery = deliveryOf(services, bytes);
  const unsigned = delivery.id === "" ? "unsigned" : refusalOf(delivery, secretsOf(services, source), clock());
  const why = unsigned ?? (source.enabled ? undefined : "paused");
  if (!why) return { source, deliveryId: delivery.id };
  if (await noteRefused(db, source.id, why)) live.publish({ teamId: source.team_id, topic: "webhook_source", id: source.id });
  throw why === "paused" ? refuse("source_paused") : refuse("webhook_unverified", refusedWords[why]);
}

const refusedWords: Record<Exclude<RefusedFor, "paused">, string> = {
  unsigned: "Send webhook-id, webhook-timestamp in seconds, and webhook-signature, as Standard Webhooks says. Nothing was stored.",
  wrong_signature: "The signature does not match the body and the secret of this source. Nothing was stored.",
  too_old: "The time in webhook-timestamp is more than five minutes away from ours. Nothing was stored.",
};

/** What the headers say; an id that is none is empty. */
function deliveryOf({ headers }: Bringing, body: Buffer): Delivery {
  const header = (name: string) => headers[name]?.toString() ?? "";
  const id = header("webhook-id");
  return {
    id: /^[\x21-\x7e]{1,255}$/.test(id) ? id : "",
    timestamp: header("webhook-timestamp"),
    signature: header("webhook-signature"),
    body,
  };
}

function secretsOf({ envelope, clock }: Bringing, source: SourceRecord): string[] {
  const { sealed_former_secret: former, former_secret_until: until } = source;
  const both = former !== null && until !== null && until > clock().toISOString();
  return [
    envelope.open(placeOf(source, "sealed_secret"), source.sealed_secret),
    ...(both ? [envelope.open(placeOf(source, "sealed_former_secret"), former)] : []),
  ];
}

function taken(name: string) {
  return refuse("name_taken", `This team already has a webhook source named “${name}”.`);
}

async function required({ db }: Context, id: string, lock?: "update"): Promise<SourceRecord> {
  const source = await findSource(db, id, lock);
  if (!source) throw refuse("not_found");
  return source;
}

async function shown({ db }: Context, id: string): Promise<WebhookSource> {
  const source = await showSource(db, id);
  if (!source) throw refuse("not_found");
  return source;
}
