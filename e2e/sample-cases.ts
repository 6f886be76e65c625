import { createCaseAttachmentUploadUrl, finalizeCaseAttachment } from "#contract/queues/case-attachments.ts";
import { listCaseApprovalRequests, respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { listCases } from "#contract/queues/cases.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { askAboutCase } from "./approval-work.ts";
import type { TeamWork } from "./team-work.ts";
import { until } from "./until.ts";

/** A queue whose cases agents work on, one of them that was judged, and one that failed. */
export interface JudgedCases {
  readonly queue: string;
  readonly judged: string;
  readonly failed: string;
}

/** Two that wait, and two that were decided. */
export async function approveSome(team: TeamWork): Promise<void> {
  const prompts = ["Pay for the paper?", "Put it into the books?", "Is the supplier known?", "Pay it a second time?"];
  await askAboutCase(
    team,
    prompts.map((prompt) => ({ prompt })),
  );
  const { approvals } = await team.call(listCaseApprovalRequests, { params: { teamId: team.teamId } });
  for (const [prompt, decision] of [
    ["Is the supplier known?", "approved"],
    ["Pay it a second time?", "rejected"],
  ] as const) {
    const request_id = approvals.find((each) => each.prompt === prompt)?.id ?? "";
    await team.call(respondToCaseApprovalRequest, { params: { request_id }, body: { decision } });
  }
}

/** Of the sample's own queue: its cases are judged in the background. */
export async function judgedCase(team: TeamWork): Promise<JudgedCases> {
  const { queues } = await team.call(listQueues, { params: { teamId: team.teamId }, query: { search: "findings" } });
  const queue = queues[0]?.id ?? "";
  const cases = async () => (await team.call(listCases, { params: { queue_id: queue }, query: { limit: "100" } })).cases;
  const judged = await until(async () => (await cases()).find(({ eval_summary }) => eval_summary?.status === "ready")?.id);
  const failed = await until(async () => (await cases()).find(({ status }) => status === "failed")?.id);
  return { queue, judged, failed };
}

/** One that has arrived, and one that never did. */
export async function attachFiles(team: TeamWork, params: { queue_id: string; case_id: string }): Promise<void> {
  for (const [filename, content] of [
    ["R0000323.txt", "300 monitors"],
    ["delivery-note.pdf", undefined],
  ] as const) {
    const body = { filename, mime_type: "text/plain", size_bytes: 12 };
    const { attachment_id, upload_url } = await team.call(createCaseAttachmentUploadUrl, { params, body });
    if (content) await fetch(upload_url, { method: "PUT", body: content });
    await team.call(finalizeCaseAttachment, { params: { ...params, attachment_id } });
  }
}
