import { sql } from "drizzle-orm";
import type * as contract from "#contract/schedules/webhook-sources.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { givesSecret, maxWebhookSources } from "#contract/schedules/webhook-words.ts";
import { findDeletion, triggersOn } from "#server/agents/deletion/deletion.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";
import { listensTo } from "./of-source.ts";
import { placeOf } from "./sealed-secrets.ts";
import { newSecret } from "./signature.ts";
import {
  countSources,
  findSource,
  insertSource,
  listSources,
  patchSource,
  removeSource,
  showSource,
  type SourceRecord,
} from "./sources.store.ts";

export const webhookSourceHandlers: Handlers<typeof contract> = {
  async listWebhookSources({ query }, { db, team }) {
    const { limit, offset } = query;
    return { ...(await listSources(db, team.id, query)), limit, offset };
  },

  async createWebhookSource({ body: { name, sender = "standard", secret: given } }, context) {
    const { db, team, caller, envelope } = context;
    await lockTeam(db, team.id);
    if ((await countSources(db, team.id)) >= maxWebhookSources)
      throw refuse("too_many", `This team has ${maxWebhookSources} webhook sources, which is the limit. Delete one first.`);
    const of = { id: newId(), team_id: team.id };
    const made = newSecret(sender) ?? null;
    const secret = made ?? given;
    const sealed_secret = secret === undefined ? "" : envelope.seal(placeOf(of, "sealed_secret"), secret);
    if (!(await insertSource(db, { ...of, name, sender, sealed_secret, created_by: caller.userId }))) throw taken(name);
    context.changed("webhook_source", of.id);
    return { source: await shown(context, of.id), secret: made };
  },

  async updateWebhookSource({ params, body }, context) {
    await requireSource(context, params.source_id, "update");
    const { name, enabled } = body;
    const patch = { ...(name !== undefined && { name }), ...(enabled !== undefined && { enabled }) };
    if (!(await patchSource(context.db, params.source_id, patch))) throw taken(name ?? "");
    return shown(context, params.source_id);
  },

  async rotateWebhookSecret({ params, body: { overlap_hours = 24, secret: given } }, context) {
    const { db, envelope } = context;
    const source = await requireSource(context, params.source_id, "update");
    if (given !== undefined && !givesSecret[source.sender])
      throw invalid(["secret"], "Leave this out: the secret of this source is made here");
    const made = newSecret(source.sender) ?? null;
    const secret = made ?? given;
    if (secret === undefined) throw invalid(["secret"], "Enter the secret that the service shows");
    const stays = overlap_hours > 0 && source.sealed_secret !== "";
    const former = stays ? envelope.open(placeOf(source, "sealed_secret"), source.sealed_secret) : "";
    await patchSource(db, source.id, {
      sealed_secret: envelope.seal(placeOf(source, "sealed_secret"), secret),
      sealed_former_secret: stays ? envelope.seal(placeOf(source, "sealed_former_secret"), former) : null,
      former_secret_until: stays ? new Date(context.clock().getTime() + overlap_hours * 3_600_000).toISOString() : null,
    });
    return { source: await shown(context, source.id), secret: made };
  },

  async deleteWebhookSource({ params }, context) {
    const { id } = await requireSource(context, params.source_id, "update");
    await removeSource(context.db, id, context.caller.userId);
    context.changed("event_trigger", "*");
    context.changed("webhook_source", id);
    return { success: true as const };
  },

  async previewWebhookSourceDeletion({ params }, { db, team }) {
    return findDeletion(db, [triggersOn(listensTo(sql`${params.source_id}`), team.id)]);
  },
};

function taken(name: string) {
  return refuse("name_taken", `This team already has a webhook source named “${name}”.`);
}

export async function requireSource({ db }: Context, id: string, lock?: "update"): Promise<SourceRecord> {
  const source = await findSource(db, id, lock);
  if (!source) throw refuse("not_found");
  return source;
}

async function shown({ db }: Context, id: string): Promise<WebhookSource> {
  const source = await showSource(db, id);
  if (!source) throw refuse("not_found");
  return source;
}
