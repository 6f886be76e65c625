import { randomUUID } from "node:crypto";
import { createWebhookSource, sendTestEvent } from "#contract/schedules/webhook-sources.ts";
import { type Stage, comes, maker } from "./stage.ts";

export async function sourceOf(stage: Stage): Promise<{ source_id: string }> {
  const body = { name: `Payments ${randomUUID()}` };
  const { source } = await stage.service.ok(createWebhookSource, { params: { teamId: stage.teamId }, body }, maker(stage, "team:manager"));
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
