import { attachRevisionIntegrations, replaceRevisionIntegrationQueues } from "#contract/agents/slots.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCaseAttachmentUploadUrl, finalizeCaseAttachment } from "#contract/queues/case-attachments.ts";
import { createCases, getCase, updateCase } from "#contract/queues/cases.ts";
import { getRun, startTeamRun } from "#contract/runs/runs.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type Stage, maker } from "./stage.ts";
import { waitingConfig, scriptedConfig, agentOf, integrationOf } from "./agents.ts";
import { queueOf } from "./queues.ts";

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

/** A case that was completed, and the event of it. */
export async function changedCaseOf(stage: Stage): Promise<{ case_id: string; event_id: string }> {
  const { case_id } = await caseOf(stage);
  const change = { params: { case_id }, body: { status: "completed" as const } };
  const { undo_event_id } = await stage.service.ok(updateCase, change, maker(stage, "team:member"));
  return { case_id, event_id: undo_event_id ?? "" };
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
  await comes("the end of a scripted run", async () => {
    return (await service.ok(getRun, { params: { run_id: run.id } }, as)).run.status === "completed" || undefined;
  });
  return { case_id: added_cases[0]?.id ?? "", run_id: run.id };
}

/** A row of an approval that a run of the Owner waits for and that the caller is named in. */
export async function approvalOf(stage: Stage): Promise<string> {
  const { service, teamId, owner: as } = stage;
  const assignee = service.ids[stage.as === "clarity" ? as : stage.as];
  const ask = JSON.stringify({ title: "Pay it?", approvals: [{ assignee, prompt: "Is the sum right?" }] });
  const { queue_id, agent_id } = await consumerOf(stage, scriptedConfig("call claim_case {}", `call request_approval ${ask}`));
  const { added_cases } = await service.ok(createCases, { params: { queue_id }, body: { case: { title: "Refund 4711" } } }, { as });
  await service.ok(startTeamRun, { params: { teamId }, body: { agent_id } }, { as });
  const row = await comes("the approval that a scripted run asks for", async () => {
    const { approvalBatches } = await service.ok(getCase, { params: { case_id: added_cases[0]?.id ?? "" } }, { as });
    return approvalBatches[0]?.rows[0];
  });
  return row.id;
}

/** A case trigger of the caller's, or of the Owner's where the caller's role could not have made it. */
export async function triggerOf(stage: Stage): Promise<{ agent_id: string; trigger_id: string; queue_id: string }> {
  const { id: agent_id } = await agentOf(stage);
  const queue_id = await queueOf(stage);
  const body = { case_queue_id: queue_id, enabled: true };
  const { case_trigger } = await stage.service.ok(createAgentCaseTrigger, { params: { agent_id }, body }, maker(stage, "team:builder"));
  return { agent_id, trigger_id: case_trigger.id, queue_id };
}
