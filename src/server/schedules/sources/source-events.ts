import type { ErrorCode } from "#contract/errors.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import type * as contract from "#contract/schedules/webhook-source-events.ts";
import { receiveWebhook } from "#contract/schedules/webhook-source-events.ts";
import type { RefusedFor } from "#contract/schedules/webhook-words.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { newId } from "#server/platform/db/columns.ts";
import { utf8Text } from "#server/platform/http/bodies.ts";
import { type Bringing, type Handlers, type Services, askedFirst, toldOfUnread } from "#server/platform/http/context.ts";
import { jsonOf, parseInput, parseJson } from "#server/platform/http/parse.ts";
import { type Refusal, refuse } from "#server/platform/http/refusal.ts";
import { triggerWork } from "#server/schedules/triggers/trigger-work.ts";
import { secretsOf } from "./sealed-secrets.ts";
import { type Delivery, type Unsigned, refusalOf } from "./signature.ts";
import { findSourceEvent, keepEvent, listSourceEvents } from "./source-events.store.ts";
import { findSource, noteRefused, type SourceRecord } from "./sources.store.ts";
import { requireSource } from "./sources.ts";

export const webhookSourceEventHandlers: Handlers<typeof contract, EngineContext> = {
  async listWebhookSourceEvents({ params, query }, { db, team, caller }) {
    const userId = seesAllSchedules(team) ? null : caller.userId;
    return { ...(await listSourceEvents(db, params.source_id, { ...query, userId })), ...query };
  },

  async getWebhookSourceEvent({ params }, { db }) {
    const found = await findSourceEvent(db, params.source_id, params.event_id);
    if (!found) throw refuse("not_found");
    return found;
  },

  async sendTestEvent({ params, body: { payload } }, context) {
    const source = await requireSource(context, params.source_id);
    if (!source.enabled) throw refuse("source_paused");
    const { id: event_id } = await keepEvent(context.db, {
      source,
      deliveryId: `test_${newId()}`,
      content: JSON.stringify(payload),
      test: true,
      onlyFor: seesAllSchedules(context.team) ? null : context.caller.userId,
    });
    context.afterCommit(() => context.engine.wake(triggerWork));
    return { event_id };
  },

  receiveWebhook: toldOfUnread(
    askedFirst(verified, async (_input, context: EngineContext, { source, deliveryId, content }) => {
      await context.quota.spend(`webhook-source:${source.id}`);
      const { id: event_id, repeated, differs } = await keepEvent(context.db, { source, deliveryId, content });
      if (differs) await noteRefused(context.db, source.id, "reused_id");
      context.live.publish({ teamId: source.team_id, topic: "webhook_source", id: source.id });
      if (!repeated) context.afterCommit(() => context.engine.wake(triggerWork));
      return { event_id, repeated };
    }),
    noteUnread,
  ),
};

interface Verified {
  readonly source: SourceRecord;
  readonly deliveryId: string;
  readonly content: string;
}

/** The source of a delivery that it may take. A refusal is noted there, for a person who looks why nothing arrives. */
async function verified({ params, bytes }: { params: { source_id: string }; bytes: Buffer }, services: Bringing): Promise<Verified> {
  const { db, clock } = services;
  const source = await findSource(db, params.source_id);
  if (!source) throw refuse("not_found", "There is no webhook source at this address. Nothing was stored.");
  const noted = async (why: RefusedFor, refusal: unknown) => {
    await note(services, source, why);
    return refusal;
  };
  const delivery = deliveryOf(services, bytes);
  const unsigned = delivery.id === "" ? "unsigned" : refusalOf(delivery, secretsOf(services, source), clock());
  if (unsigned) throw await noted(unsigned, refuse("webhook_unverified", refusedWords[unsigned]));
  if (!source.enabled) throw await noted("paused", refuse("source_paused"));
  try {
    return { source, deliveryId: delivery.id, content: contentOf(bytes) };
  } catch (failure) {
    throw await noted("unreadable", failure);
  }
}

/** What a delivery says. Throws 400 where that is no JSON object that can be stored. */
function contentOf(bytes: Buffer): string {
  const content = jsonOf(utf8Text(bytes));
  parseInput(receiveWebhook.body, parseJson(content, receiveWebhook.body), "body");
  return content;
}

async function note({ store, live }: Pick<Services, "store" | "live">, { id, team_id }: SourceRecord, why: RefusedFor): Promise<void> {
  if (await noteRefused(store.db, id, why)) live.publish({ teamId: team_id, topic: "webhook_source", id });
}

/** A delivery whose body was refused before anybody looked at its signature. */
async function noteUnread(params: unknown, { code }: Refusal, services: Services): Promise<void> {
  const why = unreadFor[code];
  const { data } = receiveWebhook.params.safeParse(params);
  const source = why && data && (await findSource(services.store.db, data.source_id));
  if (source) await note(services, source, why);
}

const unreadFor: Partial<Record<ErrorCode, RefusedFor>> = { payload_too_large: "too_large", unsupported_media_type: "not_json" };

const refusedWords: Record<Unsigned, string> = {
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
