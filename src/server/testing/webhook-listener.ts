import { expect } from "vitest";
import type { CallInput } from "#contract/endpoint.ts";
import { listTriggerMatches, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { listWebhookSourceEvents } from "#contract/schedules/webhook-source-events.ts";
import { agentWith, scripted } from "./agents.ts";
import type { TestService } from "./service.ts";
import type { Sender } from "./webhook-sender.ts";

type Filter = CallInput<typeof upsertAgentTrigger>["body"]["filter_config"];
/** A trigger of an agent that listens to a webhook source. */
export interface Listener {
  readonly agentId: string;
  readonly trigger_id: string;
}

/** What a trigger says of itself that listens to any source. */
export const listening = { integration_slug: "webhook", trigger_type: "webhook_received" } as const;

/** A new agent that answers to a source. */
export async function listenerOf(service: TestService, { source_id }: Sender, filter_config: Filter = {}): Promise<Listener> {
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const trigger = await service.ok(upsertAgentTrigger, {
    params: { agentId },
    body: { ...listening, integration_instance_id: source_id, filter_config },
  });
  return { agentId, trigger_id: trigger.id };
}

export async function eventsOf(service: TestService, { source_id }: Sender) {
  return (await service.ok(listWebhookSourceEvents, { params: { source_id }, query: {} })).events;
}

export async function matchesOf(service: TestService, params: Listener) {
  return (await service.ok(listTriggerMatches, { params, query: {} })).matches;
}

/** What came of a trigger's events, the newest first, once so many are decided. */
export async function decided(service: TestService, params: Listener, count: number) {
  const done = async () => (await matchesOf(service, params)).filter(({ outcome }) => outcome !== "waiting").length;
  await expect.poll(done).toBe(count);
  return matchesOf(service, params);
}
