import { randomUUID } from "node:crypto";
import type { Stage } from "#server/gates/stage/stage.ts";
import { approvalOf, attachmentOf, caseOf, changedCaseOf, labelledCaseOf, workedCaseOf } from "#server/gates/stage/cases.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import { type Examples, page, team } from "./example.ts";

export const ofQueue = async (stage: Stage) => ({ params: { queue_id: await queueOf(stage) } });
const ofCase = async (stage: Stage) => ({ params: { case_id: (await caseOf(stage)).case_id } });
const inQueue = async (stage: Stage) => ({ params: await caseOf(stage) });

const since = "2026-01-31T09:30:00Z";
const before = "2099-01-31T09:30:00Z";
export const order = { sort_by: "updated_at", sort_order: "asc" } as const;
/** Of the order that a list has without {@link order}. */
const after = `created_at:desc:2026-01-31T09:30:00.000Z_${randomUUID()}`;
export const filters = {
  status: ["pending" as const, "claimed" as const],
  priority: ["high" as const],
  created_at_from: since,
  created_at_before: before,
  updated_at_from: since,
  labels: { month: ["March"] },
};
const days = { created_at_from: "2026-01-31", updated_at_from: "2026-01-31" };
/** What an address has no room for beside them. */
export const endings = {
  ...days,
  completed_at_from: since,
  completed_at_before: before,
  failure: "turn_limit",
  fields: { reason: ["damaged"] },
};
/** Named and not looked at: an id of nothing is passed over, and what has moved only says where to. */
export const anyId = randomUUID();
const labels = [{ key: "month", value: "April" }];
export const newCase = { title: "Refund 4711", data: '{"amount": 12.5}', labels, priority: "high" as const };

export const casesExamples: Examples<
  "caseApprovals" | "caseAttachments" | "caseEvaluations" | "caseLabels" | "caseRuns" | "caseUndo" | "cases" | "teamCases"
> = {
  cases: {
    listCases: {
      input: async (stage) => ({
        ...(await ofQueue(stage)),
        query: {
          ...page,
          ...order,
          status: "pending,claimed",
          priority: "none,high",
          search: "refund",
          created_at_from: since,
          created_at_before: before,
          updated_at_from: since,
        },
      }),
      also: (_stage, { params }) => [{ params, query: { after, ...days } }],
    },
    searchCases: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { filters, ...page, ...order, search: "refund" } }),
      also: (_stage, { params }) => [
        { params, body: { after, filters: endings } },
        { params, body: { sort_field: "amount" } },
      ],
    },
    countCases: {
      input: async (stage) => {
        const { status: _, ...others } = filters;
        return { ...(await ofQueue(stage)), body: { filters: others, search: "refund" } };
      },
      also: (_stage, { params }) => [{ params, body: { filters: endings } }],
    },
    createCases: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { cases: [newCase] } }),
      also: (_stage, { params }) => [{ params, body: { case: newCase } }],
    },
    clearQueueCases: { input: async (stage) => ({ params: { queue_id: (await caseOf(stage)).queue_id } }) },
    getCase: { input: ofCase },
    updateCase: {
      input: async (stage) => ({
        ...(await ofCase(stage)),
        body: { title: "Refund 4712", data: "Paid once", priority: "medium" as const, status: "completed" as const },
      }),
      also: (_stage, { params }) => [
        { params, body: { postponed_to: new Date(Date.now() + 86_400_000).toISOString() } },
        { params, body: { title: "Refund 4713", expected_updated_at: "2026-01-31T09:30:00Z" } },
      ],
      compared: ["body.expected_updated_at"],
    },
    deleteCase: { input: ofCase },
    previewCaseDeletion: { input: ofCase },
  },
  teamCases: { findTeamCases: { input: (stage) => ({ ...team(stage), query: { limit: 10, search: "refund" } }) } },
  caseUndo: {
    undoCaseEvent: {
      input: async (stage) => ({ params: await changedCaseOf(stage) }),
    },
  },
  caseEvaluations: { getCaseEvaluation: { input: ofCase } },
  caseApprovals: {
    listCaseApprovalRequests: {
      input: (stage) => ({
        ...team(stage),
        query: {
          ...page,
          state: "answered" as const,
          whose: "mine" as const,
          decision: "approved" as const,
          agent_id: anyId,
          queue_id: anyId,
        },
      }),
    },
    respondToCaseApprovalRequest: {
      input: async (stage) => ({ params: { request_id: await approvalOf(stage) }, body: { decision: "approved" as const } }),
    },
  },
  caseAttachments: {
    createCaseAttachmentUploadUrl: {
      input: async (stage) => ({
        ...(await inQueue(stage)),
        body: { filename: "invoice.pdf", mime_type: "application/pdf", size_bytes: 12 },
      }),
    },
    finalizeCaseAttachment: { input: async (stage) => ({ params: await attachmentOf(stage) }) },
    listCaseAttachments: { input: inQueue },
    getCaseAttachmentDownloadUrl: {
      input: async (stage) => ({ params: await attachmentOf(stage), query: { disposition: "inline" as const } }),
    },
    deleteCaseAttachment: { input: async (stage) => ({ params: await attachmentOf(stage) }) },
  },
  caseRuns: {
    listCaseRuns: { input: ofCase },
    listCaseRunRecentMessages: { input: async (stage) => ({ params: await workedCaseOf(stage), query: { limit: 5 } }), owned: "forbidden" },
  },
  caseLabels: {
    listCaseLabels: { input: async (stage) => ({ ...(await inQueue(stage)), query: page }) },
    assignCaseLabels: { input: async (stage) => ({ ...(await inQueue(stage)), body: { labels } }) },
    unlinkCaseLabels: {
      input: async (stage) => {
        const { label_id, ...params } = await labelledCaseOf(stage);
        return { params, body: { label_ids: [label_id] } };
      },
      compared: ["body.label_ids[]"],
    },
  },
};
