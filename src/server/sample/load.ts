import { createAgent } from "#contract/agents/agents.ts";
import { listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import { createRevision, listAgentRevisions, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, type QueueSlotType, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { listFiles, updateFileContent } from "#contract/library/files.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { getQueueJsonSchema, replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue, listQueues } from "#contract/queues/queues.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { createWebhookSource, listWebhookSources } from "#contract/schedules/webhook-sources.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { type SampleAgent, type SampleRevision, sampleAgents, sampleText, type UploadBundle } from "./agents.ts";
import { type SampleApi, sha256 } from "./api.ts";
import { connectSample, pinSample, sampleLedger } from "./connection.ts";
import { makeSampleDashboards } from "./dashboards.ts";
import { InTheWay, type Loading } from "./loading.ts";
import { makeSampleProcess } from "./process.ts";
import { handoverQueue } from "./process-agent.ts";

/** Team file to file of this folder. */
const teamFiles = {
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

/** Names that a team may have once, by what has them. */
const names = { queue: "Invoice findings", integration: sampleLedger, source: "Accounting system" };

interface Part {
  readonly name: string;
  make(loading: Loading): Promise<void>;
}

/** Each part of a load goes on from where a former try of it came to. */
export const sampleLoad: readonly Part[] = [
  { name: "room", make: requireRoom },
  { name: "files", make: addFiles },
  { name: "queue", make: addQueue },
  { name: "connection", make: connectSample },
  { name: "webhook source", make: addSource },
  ...sampleAgents.map((agent) => ({ name: agent.name, make: (loading: Loading) => addAgent(loading, agent) })),
  { name: "process", make: makeSampleProcess },
  { name: "dashboards", make: makeSampleDashboards },
];

/** Nothing of the team's own is written over. */
async function requireRoom({ api, teamId }: Loading): Promise<void> {
  const params = { teamId };
  const taken = (kind: string, name: string) => new InTheWay(`The team has ${kind} ${name} already. Rename it, then try again.`);
  const { files } = await api.call(listFiles, { params });
  const file = files.find(({ path }) => path in teamFiles);
  if (file) throw taken("a file", file.path);
  for (const name of [names.queue, handoverQueue]) {
    const { queues } = await api.call(listQueues, { params, query: { search: name, limit: "100" } });
    if (queues.some((queue) => isSame(queue.name, name))) throw taken("a queue", name);
  }
  const { integrations } = await api.call(listIntegrations, { params });
  if (integrations.some(({ name }) => isSame(name, names.integration))) throw taken("a kind of integration", names.integration);
  const { sources } = await api.call(listWebhookSources, { params, query: { search: names.source } });
  if (sources.some(({ name }) => isSame(name, names.source))) throw taken("a webhook source", names.source);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

async function addFiles({ api, teamId, made }: Loading): Promise<void> {
  const params = { teamId };
  for (const [path, source] of Object.entries(teamFiles)) {
    await made("file", path, async () => {
      const idOf = async () => (await api.call(listFiles, { params })).files.find((file) => file.path === path)?.id;
      // Of a former try that could not note it.
      const there = await idOf();
      if (there) return there;
      await api.call(updateFileContent, { params: { teamId, path }, body: { content: await sampleText(source) } });
      return (await idOf()) ?? "";
    });
  }
}

async function addQueue({ api, teamId, made, idOf }: Loading): Promise<void> {
  const body = { name: names.queue, description: "Unpaid invoices with a finding: pay them, keep them back or return them" };
  await made("queue", body.name, async () => (await api.call(createQueue, { params: { teamId }, body })).queue.id);
  const params = { queue_id: idOf("queue", body.name) };
  const { schema } = await api.call(getQueueJsonSchema, { params });
  if (schema) return;
  await api.call(replaceQueueJsonSchema, { params, body: { schema: findingFields, change_summary: "What is known of a finding" } });
}

const amount = { type: "number", multipleOf: 0.01 } as const;
/** As `invoice-findings/add.py` writes them. None is required: a person who adds a finding by hand fills in what is known. */
const findingFields: CaseSchema = {
  type: "object",
  properties: {
    gross: { ...amount, title: "Gross" },
    currency: { type: "string", title: "Currency" },
    number: { type: "string", title: "Invoice" },
    supplier: { type: "string", title: "Supplier" },
    limit: { ...amount, type: ["number", "null"], title: "Approval limit" },
    off_by: { ...amount, title: "Off by" },
    line: { type: "integer", title: "Line" },
    rule: {
      type: "string",
      title: "Rule",
      enum: ["no_date", "unknown_supplier", "same_number", "same_amount", "wrong_sum", "above_limit"],
    },
    detail: { type: "string", title: "Detail" },
  },
  additionalProperties: false,
};

/** Nobody has its secret: a person replaces it before another service sends something, and tries it by test events until then. */
async function addSource({ api, teamId, made }: Loading): Promise<void> {
  const params = { teamId };
  await made("webhook_source", names.source, async () => {
    // Of a former try that could not note it: what has a secret is not made twice, and not told twice.
    const { sources } = await api.call(listWebhookSources, { params, query: { search: names.source } });
    const there = sources.find(({ name }) => name === names.source);
    return (there ?? (await api.call(createWebhookSource, { params, body: { name: names.source } })).source).id;
  });
}

async function addAgent(loading: Loading, agent: SampleAgent): Promise<void> {
  const { api, teamId, made, note, idOf } = loading;
  const { name, queue, schedule, onEvent, message } = agent;
  const [first, ...further] = await agent.revisions(bundleUpload(api, teamId));
  const body = { name, build: { name: first.name, config: first.config } };
  const agent_id = await made("agent", name, async () => (await api.call(createAgent, { params: { teamId }, body })).agent.id);
  const { builds } = await api.call(listAgentRevisions, { params: { agent_id }, query: { limit: "100" } });
  const there = (revision: SampleRevision) => builds.find((build) => build.name === revision.name);
  const buildId = there(first)?.id ?? "";
  await note("revision", [buildId]);
  await describe(api, buildId, first);
  if (queue) await connect(loading, { queueId: idOf("queue", names.queue), agentId: agent_id, buildId }, queue);
  // Paused: a sample works when a person asks it to.
  if (schedule)
    await made(
      "schedule",
      name,
      async () => (await api.call(createSchedule, { params: { agent_id }, body: { ...schedule, enabled: false } })).id,
    );
  for (const revision of further) {
    const draft = { name: revision.name, config: revision.config };
    const build = there(revision) ?? (await api.call(createRevision, { params: { agent_id }, body: draft })).build;
    await note("revision", [build.id]);
    await describe(api, build.id, revision);
    if (revision.promote && build.status === "draft") await api.call(promoteRevision, { params: { build_id: build.id }, body: {} });
  }
  if (agent.connected) await pinSample(loading, { agentId: agent_id, buildId });
  if (onEvent) await listen(api, agent_id, idOf("webhook_source", names.source), onEvent);
  const { sandbox } = await api.call(getCapabilities, {});
  if (!message || (agent.needsResults && !sandbox.available)) return;
  await made("run", name, async () => (await api.call(startTeamRun, { params: { teamId }, body: { agent_id, message } })).run.id);
}

/** Starts an agent with events of the webhook source. */
async function listen(api: SampleApi, agentId: string, integration_instance_id: string, event_type: string): Promise<void> {
  await api.call(upsertAgentTrigger, {
    params: { agentId },
    body: { integration_slug: "webhook", trigger_type: "webhook_received", integration_instance_id, filter_config: { event_type } },
  });
}

interface Connected {
  readonly queueId: string;
  readonly agentId: string;
  readonly buildId: string;
}

/** Names the queue in a revision. Who takes cases is started by them. */
async function connect({ api, teamId, made }: Loading, { queueId, agentId, buildId }: Connected, type: QueueSlotType): Promise<void> {
  const { integrations } = await api.call(listIntegrations, { params: { teamId } });
  const integration_id = integrations.find((one) => one.type === type)?.id ?? "";
  const params = { agent_id: agentId, build_id: buildId };
  await api.call(attachRevisionIntegrations, { params, body: { integration_ids: [integration_id] } });
  await api.call(replaceRevisionIntegrationQueues, { params: { ...params, integration_id }, body: { queue_ids: [queueId] } });
  if (type !== "case-queue-consumer") return;
  const trigger = { case_queue_id: queueId, enabled: true };
  await made(
    "case_trigger",
    agentId,
    async () => (await api.call(createAgentCaseTrigger, { params: { agent_id: agentId }, body: trigger })).case_trigger.id,
  );
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
