import type { ErrorCode } from "#contract/errors.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import type * as contract from "#contract/schedules/webhook-source-events.ts";
import { receiveWebhook } from "#contract/schedules/webhook-source-events.ts";
import { type RefusedFor, signatureHeaders, type WebhookSender } from "#contract/schedules/webhook-words.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type Bringing, type Handlers, type Services, askedFirst, toldOfUnread } from "#server/platform/http/context.ts";
import { type Refusal, refuse } from "#server/platform/http/refusal.ts";
import { Greeting } from "#server/platform/http/written.ts";
import { triggerWork } from "#server/schedules/triggers/trigger-work.ts";
import { contentOf } from "./content.ts";
import { secretsOf } from "./sealed-secrets.ts";
import { challengeOf, said, typeOf } from "./senders.ts";
import { type Unsigned, refusalOf } from "./signature.ts";
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
      type: typeOf(payload["type"]),
      content: JSON.stringify(payload),
      test: true,
      onlyFor: seesAllSchedules(context.team) ? null : context.caller.userId,
    });
    context.afterCommit(() => context.engine.wake(triggerWork));
    return { event_id };
  },

  receiveWebhook: toldOfUnread(
    askedFirst(verified, async (_input, context: EngineContext, delivered) => {
      const { source } = delivered;
      await context.quota.spend(`webhook-source:${source.id}`);
      if ("challenge" in delivered) return new Greeting({ challenge: delivered.challenge });
      const { id: event_id, repeated, differs } = await keepEvent(context.db, delivered);
      if (differs) await noteRefused(context.db, source.id, "reused_id");
      context.live.publish({ teamId: source.team_id, topic: "webhook_source", id: source.id });
      if (!repeated) context.afterCommit(() => context.engine.wake(triggerWork));
      return { event_id, repeated };
    }),
    noteUnread,
  ),
};

interface Taken {
  readonly source: SourceRecord;
  readonly deliveryId: string;
  readonly type: string | null;
  readonly content: string;
  readonly startsNothing: boolean;
}

interface Asked {
  readonly source: SourceRecord;
  readonly challenge: string;
}

type Arriving = { params: { source_id: string }; query: { secret?: string | undefined }; bytes: Buffer };

/** The source of a delivery that it may take. A refusal is noted there, for a person who looks why nothing arrives. */
async function verified({ params, query, bytes }: Arriving, services: Bringing): Promise<Taken | Asked> {
  const { db, clock, headers } = services;
  const source = await findSource(db, params.source_id);
  if (!source) throw refuse("not_found", "There is no webhook source at this address. Nothing was stored.");
  const noted = async (why: RefusedFor, refusal: unknown) => {
    await note(services, source, why);
    return refusal;
  };
  const { sender } = source;
  const delivery = { header: (name: string) => headers[name]?.toString() ?? "", secret: query.secret ?? "", body: bytes };
  const unsigned = refusalOf(sender, delivery, secretsOf(services, source), clock());
  if (unsigned) throw await noted(unsigned, refuse("webhook_unverified", refusedWords(sender, unsigned)));
  if (!source.enabled) throw await noted("paused", refuse("source_paused"));
  try {
    const { content, parsed } = contentOf(delivery);
    const challenge = challengeOf(sender, parsed);
    if (challenge !== undefined) return { source, challenge };
    const { id: deliveryId, type } = said(sender, delivery, parsed, `received_${newId()}`);
    // GitHub sends it to each new address, to see whether it answers.
    return { source, deliveryId, type, content, startsNothing: sender === "github" && type === "ping" };
  } catch (failure) {
    throw await noted("unreadable", failure);
  }
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

function refusedWords(sender: WebhookSender, why: Unsigned): string {
  const headers = signatureHeaders[sender].join(", ") || "the secret in the address, as ?secret=";
  const words: Record<Unsigned, string> = {
    unsigned: `This source takes events that are signed with: ${headers}. Nothing was stored.`,
    wrong_signature: "The signature does not match the body and the secret of this source. Nothing was stored.",
    too_old: "The time of the signature is more than five minutes away from ours. Nothing was stored.",
    no_secret: "The secret of the sender is not entered at this source yet. Nothing was stored.",
  };
  return words[why];
}
