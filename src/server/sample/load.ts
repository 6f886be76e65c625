import type { FastifyInstance } from "fastify";
import { createAgent, listAgents } from "#contract/agents/agents.ts";
import { listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import { createRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, type QueueSlotType, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import type { Services } from "#server/platform/http/context.ts";
import { type SampleAgent, type SampleRevision, sampleAgents, sampleText, type UploadBundle } from "./agents.ts";
import { type SampleApi, sha256, withKey } from "./api.ts";
import { connectSample, pinSample } from "./connection.ts";
import { makeSampleDashboards } from "./dashboards.ts";
import { findSampleProcess, makeSampleProcess } from "./process.ts";

/** Team file to file of this folder. */
export const teamFiles = {
  "invoices-2026.csv": "invoices-2026.csv",
  "suppliers.csv": "suppliers.csv",
  "payment-terms.md": "payment-terms.md",
  "bank/2026-10.csv": "bank-2026-10.csv",
  "tools/payment-proposal.py": "payment-approval/proposal.py",
  "tools/payment-decision.py": "payment-approval/decision.py",
  "tools/supplier-inquiry.py": "supplier-inquiry/inquiry.py",
  "tools/supplier-letter.py": "supplier-letter/letter.py",
  "tools/finding-decision.py": "invoice-findings/decision.py",
  "tools/parsing.py": "invoice-checker/parsing.py",
  "tools/rules.py": "invoice-checker/rules.py",
  "tools/invoice-match.py": "process-agent/match.py",
};

/**
 * Fills a team with working examples through the service's own API and starts each of them once. In a team that has agents it only goes on with the
 * handover of the sample process, where a former load came to that.
 * A failure is logged and never thrown: nobody waits for this.
 */
export async function loadSample(services: Services, http: FastifyInstance, teamId: string, userId: string): Promise<void> {
  try {
    await withKey(services, http, { teamId, userId }, (api) => fill(services, api, teamId));
  } catch (error) {
    services.log.error({ err: error, teamId }, "The sample workspace could not be completed.");
  }
}

async function fill({ log }: Services, api: SampleApi, teamId: string): Promise<void> {
  const params = { teamId };
  const { total } = await api.call(listAgents, { params, query: { limit: "1" } });
  if (total > 0) {
    if (await findSampleProcess(api, teamId)) await makeSampleProcess(api, teamId);
    return log.info({ teamId }, "The team has agents already, so no sample was loaded.");
  }
  for (const [path, source] of Object.entries(teamFiles)) {
    await api.call(updateFileContent, { params: { teamId, path }, body: { content: await sampleText(source) } });
  }
  const { sandbox } = await api.call(getCapabilities, {});
  const queue = { name: "Invoice findings", description: "Unpaid invoices with a finding: pay them, keep them back or return them" };
  const { id: queueId } = (await api.call(createQueue, { params, body: queue })).queue;
  const connection = await connectSample(api, teamId);
  // Nobody has its secret: a person replaces it before another service sends something, and tries it by test events until then.
  const { source } = await api.call(createWebhookSource, { params, body: { name: "Accounting system" } });
  for (const agent of await sampleAgents(bundleUpload(api, teamId))) {
    const { agentId, buildId } = await create(api, teamId, queueId, agent);
    if (agent.connected) await pinSample(api, { agentId, buildId }, connection);
    if (agent.onEvent) await listen(api, agentId, source.id, agent.onEvent);
    log.info({ teamId, agent: agent.name }, "A sample agent was created.");
    if (agent.message && (sandbox.available || !agent.needsResults))
      await api.call(startTeamRun, { params, body: { agent_id: agentId, message: agent.message } });
  }
  await makeSampleProcess(api, teamId);
  await makeSampleDashboards(api, teamId);
  log.info({ teamId }, "The sample workspace is ready.");
}

async function create(
  api: SampleApi,
  teamId: string,
  queueId: string,
  { name, revisions, queue, schedule }: SampleAgent,
): Promise<{ agentId: string; buildId: string }> {
  const [first, ...further] = revisions;
  const { agent, build } = await api.call(createAgent, {
    params: { teamId },
    body: { name, build: { name: first.name, config: first.config } },
  });
  if (build) await describe(api, build.id, first);
  if (build && queue) await connect(api, { teamId, queueId, agentId: agent.id, buildId: build.id }, queue);
  // Paused: a sample works when a person asks it to.
  if (schedule) await api.call(createSchedule, { params: { agent_id: agent.id }, body: { ...schedule, enabled: false } });
  for (const revision of further) {
    const draft = await api.call(createRevision, {
      params: { agent_id: agent.id },
      body: { name: revision.name, config: revision.config },
    });
    await describe(api, draft.build.id, revision);
    if (revision.promote) await api.call(promoteRevision, { params: { build_id: draft.build.id }, body: {} });
  }
  return { agentId: agent.id, buildId: build?.id ?? "" };
}

/** Starts an agent with events of the webhook source. */
async function listen(api: SampleApi, agentId: string, integration_instance_id: string, event_type: string): Promise<void> {
  await api.call(upsertAgentTrigger, {
    params: { agentId },
    body: { integration_slug: "webhook", trigger_type: "webhook_received", integration_instance_id, filter_config: { event_type } },
  });
}

interface Connected {
  readonly teamId: string;
  readonly queueId: string;
  readonly agentId: string;
  readonly buildId: string;
}

/** Names the queue in a revision. Who takes cases is started by them. */
async function connect(api: SampleApi, { teamId, queueId, agentId, buildId }: Connected, type: QueueSlotType): Promise<void> {
  const { integrations } = await api.call(listIntegrations, { params: { teamId } });
  const integration_id = integrations.find((one) => one.type === type)?.id ?? "";
  const params = { agent_id: agentId, build_id: buildId };
  await api.call(attachRevisionIntegrations, { params, body: { integration_ids: [integration_id] } });
  await api.call(replaceRevisionIntegrationQueues, { params: { ...params, integration_id }, body: { queue_ids: [queueId] } });
  if (type === "case-queue-consumer")
    await api.call(createAgentCaseTrigger, { params: { agent_id: agentId }, body: { case_queue_id: queueId, enabled: true } });
}

async function describe(api: SampleApi, buildId: string, { name, description }: SampleRevision): Promise<void> {
  await api.call(updateRevision, { params: { build_id: buildId }, body: { revision_name: name, revision_description: description } });
}

function bundleUpload(api: SampleApi, teamId: string): UploadBundle {
  return async (startCommand, files) => {
    const blobs = await Promise.all(
      Object.entries(files).map(async ([path, source]) => {
        const bytes = Buffer.from(await sampleText(source));
        return { bytes, entry: { path, sha256: sha256(bytes), sizeBytes: bytes.length } };
      }),
    );
    const { bucket, missing } = await api.call(listMissingCodeBlobs, {
      params: { teamId },
      body: { sha256: blobs.map((blob) => blob.entry.sha256) },
    });
    for (const { bytes, entry } of blobs) {
      if (missing.includes(entry.sha256)) await api.call(putCodeBlob, { params: { teamId, sha256: entry.sha256 }, bytes });
    }
    return { kind: "files", startCommand, bundle: { bucket, files: blobs.map((blob) => blob.entry) } };
  };
}
