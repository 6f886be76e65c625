import { randomUUID } from "node:crypto";
import { sendTestEvent } from "#contract/schedules/webhook-source-events.ts";
import { createWebhookSource, deleteWebhookSource, listWebhookSources } from "#contract/schedules/webhook-sources.ts";
import { maxWebhookSources } from "#contract/schedules/webhook-words.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type Stage, maker } from "./stage.ts";

/** In a team that is full it takes the place of another one, which was used before. */
export async function sourceOf(stage: Stage): Promise<{ source_id: string }> {
  const body = { name: `Payments ${randomUUID()}` };
  const params = { teamId: stage.teamId };
  const { sources, total } = await stage.service.ok(listWebhookSources, { params, query: { limit: 1 } }, { as: stage.owner });
  if (total >= maxWebhookSources && sources[0])
    await stage.service.ok(deleteWebhookSource, { params: { source_id: sources[0].id } }, { as: stage.owner });
  const { source } = await stage.service.ok(createWebhookSource, { params, body }, maker(stage, "team:manager"));
  return { source_id: source.id };
}

export const eventPayload = { type: "invoice.paid", data: { amount: 250 } };

/** A source with one event, about which everything is decided. */
export async function sourceEventOf(stage: Stage): Promise<{ source_id: string; event_id: string }> {
  const params = await sourceOf(stage);
  const { event_id } = await stage.service.ok(sendTestEvent, { params, body: { payload: eventPayload } }, { as: stage.owner });
  await comes("a decided event", async () => {
    const { rows } = await stage.service.pool.query("select 1 from trigger_events where id = $1 and matched_at is not null", [event_id]);
    return rows[0] as object | undefined;
  });
  return { ...params, event_id };
}
