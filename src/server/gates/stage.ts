import { randomUUID } from "node:crypto";
import type { Config } from "#contract/agents/config.ts";
import { createAgentFolder } from "#contract/agents/agent-folders.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { type BuilderRun, generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { addAutomationQueue, createAutomation } from "#contract/agents/automations.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCaseView } from "#contract/queues/case-views.ts";
import { createCaseAttachmentUploadUrl, finalizeCaseAttachment } from "#contract/queues/case-attachments.ts";
import { createCases, getCase } from "#contract/queues/cases.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { createQueueLabel } from "#contract/queues/labels.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { type TeamRole, atLeast } from "#contract/roles.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { createSkill } from "#contract/library/skills.ts";
import { getRun, startTeamRun } from "#contract/runs/runs.ts";
import { createSandbox } from "#contract/runs/sandboxes.ts";
import { type PersonName, roleOf } from "#server/testing/people.ts";
import type { TestService } from "#server/testing/service.ts";
import type { Newcomer } from "./newcomer.ts";

/** For whom an example is prepared, and where. */
export interface Stage {
  readonly service: TestService;
  readonly teamId: string;
  /** Owner of that team: makes what the caller may not make. */
  readonly owner: PersonName;
  /** Whoever is going to call; what people own belongs to this one. */
  readonly as: PersonName;
  /** The signed-in person, for endpoints that take no key. */
  readonly self: Newcomer | undefined;
}

export function stageFor(service: TestService, as: PersonName = "owner"): Stage {
  if (as === "stranger") return { service, teamId: service.strangerTeamId, owner: as, as, self: undefined };
  if (as === "neighbour") return { service, teamId: service.neighbourTeamId, owner: as, as, self: undefined };
  return { service, teamId: service.teamId, owner: "owner", as, self: undefined };
}

export function roleIn(stage: Pick<Stage, "as">): TeamRole {
  if (stage.as === "director") return "team:superadmin";
  return stage.as === "neighbour" || stage.as === "stranger" ? "team:owner" : roleOf[stage.as];
}

/** The caller, or the Owner where the caller's role could not have made the thing. */
function maker(stage: Stage, least: TeamRole): { as: PersonName } {
  return { as: atLeast(roleIn(stage), least) ? stage.as : stage.owner };
}

/** Waits for a person at once and stays there, so that nothing but requests changes the store. */
export const waitingConfig: Config = { version: "v1", data: { model: "scripted", input: 'approve "Go on?"' } };

function scriptedConfig(...steps: string[]): Config {
  return { version: "v1", data: { model: "scripted", input: steps.join("\n") } };
}

export async function agentOf(stage: Stage, config = waitingConfig): Promise<{ id: string; buildId: string }> {
  const body = { name: "Example agent", build: { name: "First", config } };
  const { agent, build } = await stage.service.ok(createAgent, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return { id: agent.id, buildId: build?.id ?? "" };
}

/** A draft beside the agent's live revision. */
export async function draftOf(stage: Stage): Promise<{ agentId: string; buildId: string }> {
  const agent = await agentOf(stage);
  const { build } = await stage.service.ok(
    createRevision,
    { params: { agent_id: agent.id }, body: { name: "Draft" } },
    maker(stage, "team:builder"),
  );
  return { agentId: agent.id, buildId: build.id };
}

export async function folderOf(stage: Stage): Promise<string> {
  const body = { name: `Folder ${randomUUID()}` };
  const { folder } = await stage.service.ok(createAgentFolder, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return folder.id;
}

/** A builder run that waits for a person: for a decision, or for an answer when the prompt asks. */
export async function generationOf(stage: Stage, prompt = "set instructions Be brief."): Promise<BuilderRun> {
  const params = { build_id: (await draftOf(stage)).buildId };
  const as = maker(stage, "team:builder");
  await stage.service.ok(generateRevision, { params, body: { prompt, model: "scripted" } }, as);
  for (const deadline = Date.now() + 20_000; ;) {
    const { builder_run } = await stage.service.ok(getRevisionGeneration, { params }, as);
    if (builder_run?.status.startsWith("waiting")) return builder_run;
    if (Date.now() > deadline) throw new Error(`a scripted builder run is still ${builder_run?.status} after 20 s`);
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

export async function sandboxOf(stage: Stage): Promise<string> {
  return (await stage.service.ok(createSandbox, { body: { team_id: stage.teamId } }, maker(stage, "team:member"))).sandbox_id;
}

/** A run that waits for an approval. */
export async function waitingRun(stage: Stage): Promise<{ run_id: string; request_id: string; agent_id: string }> {
  const agent = await agentOf({ ...stage, as: stage.owner });
  const as = maker(stage, "team:member");
  const { run } = await stage.service.ok(startTeamRun, { params: { teamId: stage.teamId }, body: { agent_id: agent.id } }, as);
  for (const deadline = Date.now() + 20_000; ;) {
    const { pending_human_request: request } = await stage.service.ok(getRun, { params: { run_id: run.id } }, as);
    if (request) return { run_id: run.id, request_id: request.id, agent_id: agent.id };
    if (Date.now() > deadline) throw new Error("a scripted run did not come to its question within 20 s");
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

export async function fileOf(stage: Stage): Promise<string> {
  const path = `reports/${randomUUID()}.csv`;
  await stage.service.ok(
    updateFileContent,
    { params: { teamId: stage.teamId, path }, body: { content: "month,total\n" } },
    maker(stage, "team:member"),
  );
  return path;
}

export async function queueOf(stage: Stage): Promise<string> {
  const body = { name: `Queue ${randomUUID()}` };
  return (await stage.service.ok(createQueue, { params: { teamId: stage.teamId }, body }, maker(stage, "team:manager"))).queue.id;
}

export const caseSchema: CaseSchema = {
  type: "object",
  properties: { amount: { type: "number", minimum: 0 } },
  required: ["amount"],
  additionalProperties: false,
};

/** A queue whose cases are typed. */
export async function typedQueueOf(stage: Stage): Promise<{ queue_id: string; family_id: string; schema_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { schema: caseSchema, change_summary: "First" };
  const made = await stage.service.ok(replaceQueueJsonSchema, { params: { queue_id }, body }, maker(stage, "team:manager"));
  return { queue_id, family_id: made.family_id ?? "", schema_id: made.schema_id ?? "" };
}

export async function labelOf(stage: Stage): Promise<{ queue_id: string; label_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { key: "month", value: "March" };
  const { label } = await stage.service.ok(createQueueLabel, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, label_id: label.id };
}

export async function labelledCaseOf(stage: Stage): Promise<{ queue_id: string; case_id: string; label_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { case: { title: "Refund 4711", data: "Paid twice", labels: [{ key: "month", value: "March" }] } };
  const { added_cases } = await stage.service.ok(createCases, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, case_id: added_cases[0]?.id ?? "", label_id: added_cases[0]?.labels[0]?.id ?? "" };
}

export async function caseOf(stage: Stage): Promise<{ queue_id: string; case_id: string }> {
  const { queue_id, case_id } = await labelledCaseOf(stage);
  return { queue_id, case_id };
}

/** A saved view of the caller's own. */
export async function viewOf(stage: Stage): Promise<{ queue_id: string; view_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { name: "Late", scope: "personal" as const };
  const { view } = await stage.service.ok(createCaseView, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, view_id: view.id };
}

/** A job about nothing: it ends at once. */
export async function jobOf(stage: Stage): Promise<{ queue_id: string; job_id: string }> {
  const queue_id = await queueOf(stage);
  const body = { act: { kind: "delete" as const }, all_matching: true };
  const { job } = await stage.service.ok(startCaseJob, { params: { queue_id }, body }, maker(stage, "team:member"));
  return { queue_id, job_id: job.id };
}

/** A case with an attachment that has arrived. */
export async function attachmentOf(stage: Stage): Promise<{ queue_id: string; case_id: string; attachment_id: string }> {
  const params = await caseOf(stage);
  const body = { filename: "note.txt", mime_type: "text/plain", size_bytes: 4 };
  const { ok } = stage.service;
  const { attachment_id, upload_url } = await ok(createCaseAttachmentUploadUrl, { params, body }, maker(stage, "team:member"));
  await fetch(upload_url, { method: "PUT", body: "Note" });
  await ok(finalizeCaseAttachment, { params: { ...params, attachment_id } }, maker(stage, "team:member"));
  return { ...params, attachment_id };
}

/** A queue, and an agent whose live revision takes cases from it. */
export async function consumerOf(stage: Stage, config = waitingConfig): Promise<{ queue_id: string; agent_id: string }> {
  const { service, owner } = stage;
  const queue_id = await queueOf({ ...stage, as: owner });
  const agent = await agentOf({ ...stage, as: owner }, config);
  const params = { agent_id: agent.id, build_id: agent.buildId };
  const integration_id = await integrationOf(stage, "case-queue-consumer");
  await service.ok(attachRevisionIntegrations, { params, body: { integration_ids: [integration_id] } }, { as: owner });
  await service.ok(
    replaceRevisionIntegrationQueues,
    { params: { ...params, integration_id }, body: { queue_ids: [queue_id] } },
    { as: owner },
  );
  return { queue_id, agent_id: agent.id };
}

/** A case with the run that claimed it and ended. */
export async function workedCaseOf(stage: Stage): Promise<{ case_id: string; run_id: string }> {
  const { service, teamId } = stage;
  const { queue_id, agent_id } = await consumerOf(stage, scriptedConfig("call claim_case {}", "call complete_case {}"));
  const body = { case: { title: "Refund 4711" } };
  const { added_cases } = await service.ok(createCases, { params: { queue_id }, body }, { as: stage.owner });
  const as = maker(stage, "team:member");
  const { run } = await service.ok(startTeamRun, { params: { teamId }, body: { agent_id } }, as);
  for (const deadline = Date.now() + 20_000; ;) {
    const { status } = (await service.ok(getRun, { params: { run_id: run.id } }, as)).run;
    if (status === "completed") return { case_id: added_cases[0]?.id ?? "", run_id: run.id };
    if (Date.now() > deadline) throw new Error(`a scripted run is still ${status} after 20 s`);
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

/** A row of an approval that a run of the Owner waits for and that the caller is named in. */
export async function approvalOf(stage: Stage): Promise<string> {
  const { service, teamId, owner: as } = stage;
  const assignee = service.ids[stage.as === "clarity" ? as : stage.as];
  const ask = JSON.stringify({ title: "Pay it?", approvals: [{ assignee, prompt: "Is the sum right?" }] });
  const { queue_id, agent_id } = await consumerOf(stage, scriptedConfig("call claim_case {}", `call request_approval ${ask}`));
  const { added_cases } = await service.ok(createCases, { params: { queue_id }, body: { case: { title: "Refund 4711" } } }, { as });
  await service.ok(startTeamRun, { params: { teamId }, body: { agent_id } }, { as });
  for (const deadline = Date.now() + 20_000; ;) {
    const { approvalBatches } = await service.ok(getCase, { params: { case_id: added_cases[0]?.id ?? "" } }, { as });
    const row = approvalBatches[0]?.rows[0];
    if (row) return row.id;
    if (Date.now() > deadline) throw new Error("a scripted run asked for no approval within 20 s");
    await new Promise((wake) => setTimeout(wake, 10));
  }
}

/** A case trigger of the caller's, or of the Owner's where the caller's role could not have made it. */
export async function triggerOf(stage: Stage): Promise<{ agent_id: string; trigger_id: string; queue_id: string }> {
  const { id: agent_id } = await agentOf(stage);
  const queue_id = await queueOf(stage);
  const body = { case_queue_id: queue_id, enabled: true };
  const { case_trigger } = await stage.service.ok(createAgentCaseTrigger, { params: { agent_id }, body }, maker(stage, "team:builder"));
  return { agent_id, trigger_id: case_trigger.id, queue_id };
}

/** The id of a built-in kind of integration. */
export async function integrationOf({ service, teamId, owner }: Stage, type = "case-queue-producer"): Promise<string> {
  const { integrations } = await service.ok(listIntegrations, { params: { teamId }, query: { type } }, { as: owner });
  return integrations[0]?.id ?? "";
}

/** A revision with a case-queue slot. */
export async function slotOf(stage: Stage): Promise<{ agent_id: string; build_id: string; integration_id: string }> {
  const agent = await agentOf(stage);
  const integration_id = await integrationOf(stage);
  const params = { agent_id: agent.id, build_id: agent.buildId };
  const body = { integration_ids: [integration_id] };
  await stage.service.ok(attachRevisionIntegrations, { params, body }, maker(stage, "team:builder"));
  return { ...params, integration_id };
}

export async function skillOf(stage: Stage): Promise<string> {
  const body = { name: `skill-${randomUUID()}`, description: "Closes a month", content: "# Steps\n" };
  const { skill } = await stage.service.ok(createSkill, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return skill.id;
}

/** An automation with its first agent and the draft that binds it. */
export async function automationOf(stage: Stage): Promise<{ automation_id: string; agent_id: string; revision_id: string }> {
  const body = { name: "Example automation" };
  const made = await stage.service.ok(createAutomation, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return { automation_id: made.automation.id, agent_id: made.agent_id, revision_id: made.revision_id };
}

/** An automation with a queue beside its agent. */
export async function automationQueueOf(stage: Stage): Promise<Awaited<ReturnType<typeof automationOf>> & { case_queue_id: string }> {
  const made = await automationOf(stage);
  const case_queue_id = await queueOf(stage);
  const params = { automation_id: made.automation_id };
  await stage.service.ok(addAutomationQueue, { params, body: { case_queue_id } }, maker(stage, "team:manager"));
  return { ...made, case_queue_id };
}

/** A further team of the organization, in which the caller is a Manager. */
export async function furtherTeamOf({ service, teamId, as }: Stage): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Further team' from teams where id = $1 returning id",
    [teamId],
  );
  const id = rows[0]?.id ?? "";
  await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:manager')", [id, service.ids[as]]);
  return id;
}
