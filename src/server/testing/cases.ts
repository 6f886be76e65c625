import type { Config } from "#contract/agents/config.ts";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createCaseAttachmentUploadUrl, finalizeCaseAttachment } from "#contract/queues/case-attachments.ts";
import { type NewCase, createCases, getCase } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { newId } from "#server/platform/db/columns.ts";
import { agentWith } from "./agents.ts";
import type { TestService } from "./service.ts";

export async function queueIn(service: TestService): Promise<string> {
  const body = { name: `Queue ${newId()}` };
  return (await service.ok(createQueue, { params: { teamId: service.teamId }, body })).queue.id;
}

export async function addCases(service: TestService, queue_id: string, ...cases: NewCase[]): Promise<string[]> {
  return (await service.ok(createCases, { params: { queue_id }, body: { cases } })).added_cases.map((one) => one.id);
}

/** The queues of a revision, by what its agent does with their cases. */
interface Attached {
  produces?: string[];
  consumes?: string[];
}
type Call = <E extends EndpointSpec>(endpoint: E, input: CallInput<E>) => Promise<Reply<E>>;

export async function attachQueues(
  call: Call,
  teamId: string,
  { id, buildId }: { id: string; buildId: string },
  queues: Attached,
): Promise<void> {
  const { integrations } = await call(listIntegrations, { params: { teamId } });
  const params = { agent_id: id, build_id: buildId };
  for (const [type, queue_ids] of [
    ["case-queue-producer", queues.produces],
    ["case-queue-consumer", queues.consumes],
  ] as const) {
    if (!queue_ids) continue;
    const integration_id = integrations.find((one) => one.type === type)?.id ?? "";
    await call(attachRevisionIntegrations, { params, body: { integration_ids: [integration_id] } });
    await call(replaceRevisionIntegrationQueues, { params: { ...params, integration_id }, body: { queue_ids } });
  }
}

/** An agent whose live revision names queues. */
export async function agentOn(service: TestService, config: Config, queues: Attached): Promise<{ id: string; buildId: string }> {
  const agent = await agentWith(service, config);
  await attachQueues(service.ok, service.teamId, agent, queues);
  return agent;
}

export const caseOf = (service: TestService, case_id: string) => service.ok(getCase, { params: { case_id } });

/** What happened to a case, in short. */
export async function storyOf(service: TestService, case_id: string): Promise<string[]> {
  const { events } = await caseOf(service, case_id);
  return events.map((event) => (event.reason === null ? event.type : `${event.type}: ${event.reason}`));
}

/** Attaches a file to a case. Returns its id. */
export async function attachTo(
  service: Pick<TestService, "ok">,
  params: { queue_id: string; case_id: string },
  filename: string,
  content: string,
): Promise<string> {
  const body = { filename, mime_type: "text/plain", size_bytes: Buffer.byteLength(content) };
  const { attachment_id, upload_url } = await service.ok(createCaseAttachmentUploadUrl, { params, body });
  await fetch(upload_url, { method: "PUT", body: content });
  await service.ok(finalizeCaseAttachment, { params: { ...params, attachment_id } });
  return attachment_id;
}
