import type { Config } from "#contract/agents/config.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { type NewCase, createCases, getCase } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { newId } from "#server/db/columns.ts";
import { agentWith } from "./agents.ts";
import type { TestService } from "./service.ts";

export async function queueIn(service: TestService): Promise<string> {
  const body = { name: `Queue ${newId()}` };
  return (await service.ok(createQueue, { params: { teamId: service.teamId }, body })).queue.id;
}

export async function addCases(service: TestService, queue_id: string, ...cases: NewCase[]): Promise<string[]> {
  return (await service.ok(createCases, { params: { queue_id }, body: { cases } })).added_cases.map((one) => one.id);
}

/** An agent whose live revision names queues. */
export async function agentOn(
  service: TestService,
  config: Config,
  queues: { produces?: string[]; consumes?: string[] },
): Promise<{ id: string; buildId: string }> {
  const agent = await agentWith(service, config);
  const { integrations } = await service.ok(listIntegrations, { params: { teamId: service.teamId } });
  const params = { agent_id: agent.id, build_id: agent.buildId };
  for (const [type, queue_ids] of [
    ["case-queue-producer", queues.produces],
    ["case-queue-consumer", queues.consumes],
  ] as const) {
    if (!queue_ids) continue;
    const integration_id = integrations.find((one) => one.type === type)?.id ?? "";
    await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [integration_id] } });
    await service.ok(replaceRevisionIntegrationQueues, { params: { ...params, integration_id }, body: { queue_ids } });
  }
  return agent;
}

export const caseOf = (service: TestService, case_id: string) => service.ok(getCase, { params: { case_id } });

/** What happened to a case, in short. */
export async function storyOf(service: TestService, case_id: string): Promise<string[]> {
  const { events } = await caseOf(service, case_id);
  return events.map((event) => (event.reason === null ? event.type : `${event.type}: ${event.reason}`));
}
