import { acceptRevisionGeneration, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { ModelStepConfig } from "#contract/agents/config.ts";
import { getRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { textOf } from "#contract/agents/scripted-steps.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { buildClarityAutomation, type ClarityAutomation, getClarityAutomation } from "#contract/clarity/automation.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createAgentCaseTrigger, listAgentCaseTriggers } from "#contract/queues/case-triggers.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { sampleText } from "./agents.ts";
import type { SampleApi } from "./api.ts";
import type { Loading } from "./loading.ts";
import { waitFor } from "./wait-for.ts";

interface Handover {
  readonly process_id: string;
  /** Whether programs can run here: without them the agent gets no work. */
  readonly runs: boolean;
}

export const handoverQueue = "Invoices to pay";
const files = ["invoices-2026.csv", "suppliers.csv", "tools/invoice-match.py", "tools/parsing.py", "tools/rules.py"];
/** As many of the latest invoices are its cases. */
const most = 24;

/** Has the agent of the sample process built, accepts it as a reviewer does, gives it the latest invoices, and makes it live. */
export async function handOver(loading: Loading, { process_id, runs }: Handover): Promise<void> {
  const { api, teamId, made, note } = loading;
  const found = async () => (await api.call(getClarityAutomation, { params: { process_id } })).automation;
  if (!(await found())) await api.call(buildClarityAutomation, { params: { process_id }, body: {} });
  const built = await waitFor("the draft of the sample process", async () => {
    const now = await found();
    if (now) await made("agent", now.agent_id, async () => now.agent_id);
    return now && (now.decision !== null || now.builder_run_status === "waiting_for_approve") ? now : undefined;
  });
  await note("revision", [built.build_id]);
  const body = { name: handoverQueue, description: "The latest invoices, for the agent of the process" };
  const queueId = await made("queue", handoverQueue, async () => (await api.call(createQueue, { params: { teamId }, body })).queue.id);
  if (built.decision === null) await accept(api, built);
  if (built.revision_status === "draft") await makeLive(api, { teamId, queueId, runs }, built);
  if (runs) await giveWork(loading, queueId, built.agent_id);
}

async function accept(api: SampleApi, { build_id, builder_run_id }: ClarityAutomation): Promise<void> {
  const { builder_run } = await api.call(getRevisionGeneration, { params: { build_id } });
  const body = { builder_run_id, expected_started_at: builder_run?.started_at ?? null };
  await api.call(acceptRevisionGeneration, { params: { build_id }, body });
}

interface ForDraft {
  readonly teamId: string;
  readonly queueId: string;
  readonly runs: boolean;
}

async function makeLive(api: SampleApi, { teamId, queueId, runs }: ForDraft, { agent_id, build_id }: ClarityAutomation): Promise<void> {
  const params = { agent_id, build_id };
  if (runs) {
    const { build } = await api.call(getRevision, { params });
    const config = ModelStepConfig.parse(build.config);
    const input = withWork(textOf(config.data.input));
    await api.call(updateRevision, { params: { build_id }, body: { config: { ...config, data: { ...config.data, input, files } } } });
  }
  const { integrations } = await api.call(listIntegrations, { params: { teamId } });
  const integration_id = integrations.find(({ type }) => type === "case-queue-consumer")?.id ?? "";
  await api.call(attachRevisionIntegrations, { params, body: { integration_ids: [integration_id] } });
  await api.call(replaceRevisionIntegrationQueues, { params: { ...params, integration_id }, body: { queue_ids: [queueId] } });
  await api.call(promoteRevision, { params: { build_id }, body: {} });
}

/** Instructions in which one step is done by a program, and no person is asked: else each of the sample's cases would wait for one. */
function withWork(instructions: string): string {
  const program = "import json, runpy\\nrunpy.run_path('files/tools/invoice-match.py', {'claimed': json.loads({{step 1 quoted}})})";
  return instructions
    .split("\n")
    .filter((line) => !line.startsWith("- ask ") && !line.startsWith("- say Ask "))
    .flatMap((line) => (line.startsWith("- say Match ") ? [`- call run_python {"code": "${program}"}`, "- do {{last}}"] : [line]))
    .join("\n");
}

async function giveWork({ api, made, note }: Loading, queue_id: string, agent_id: string): Promise<void> {
  const { case_triggers } = await api.call(listAgentCaseTriggers, { params: { agent_id } });
  if (case_triggers.length === 0)
    await api.call(createAgentCaseTrigger, { params: { agent_id }, body: { case_queue_id: queue_id, enabled: true } });
  const lines = (await sampleText("invoices-2026.csv")).trimEnd().split("\n");
  const cases = lines
    .map((text, i) => ({ title: `Invoice ${(text.split(",")[0] ?? "").trim()}`, data: JSON.stringify({ line: i + 1 }) }))
    .slice(-most);
  await made("case", "the first", async () => {
    const added = (await api.call(createCases, { params: { queue_id }, body: { cases } })).added_cases.map(({ id }) => id);
    await note("case", added);
    return added[0] ?? "";
  });
}
