import { randomUUID } from "node:crypto";
import type { Stage } from "#server/gates/stage/stage.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import {
  approvalOf,
  attachmentOf,
  caseOf,
  changedCaseOf,
  consumerOf,
  labelledCaseOf,
  triggerOf,
  workedCaseOf,
} from "#server/gates/stage/cases.ts";
import { jobOf, queueOf } from "#server/gates/stage/queues.ts";
import { type Examples, page, team } from "./example.ts";

export const ofQueue = async (stage: Stage) => ({ params: { queue_id: await queueOf(stage) } });
const ofCase = async (stage: Stage) => ({ params: { case_id: (await caseOf(stage)).case_id } });
const inQueue = async (stage: Stage) => ({ params: await caseOf(stage) });

const ofTrigger = async (stage: Stage) => {
  const { agent_id, trigger_id } = await triggerOf(stage);
  return { params: { agent_id, trigger_id } };
};

const since = "2026-01-31T09:30:00Z";
export const order = { sort_by: "updated_at", sort_order: "asc" } as const;
/** Of the order that a list has without {@link order}. */
const after = `created_at:desc:2026-01-31T09:30:00.000Z_${randomUUID()}`;
export const filters = {
  status: ["pending" as const, "claimed" as const],
  priority: ["high" as const],
  created_at_from: since,
  updated_at_from: since,
  labels: { month: ["March"] },
};
export const days = { created_at_from: "2026-01-31", updated_at_from: "2026-01-31" };
const onDays = { all_matching: true, filters: days };
const matching = { all_matching: true, filters, search: "refund" };
/** Named and not looked at: an id of nothing is passed over, and what has moved only says where to. */
const anyId = randomUUID();
const case_ids = [anyId];
const labels = [{ key: "month", value: "April" }];
const newCase = { title: "Refund 4711", data: '{"amount": 12.5}', labels, priority: "high" as const };

export const casesExamples: Examples<
  | "caseApprovals"
  | "caseAttachments"
  | "caseBulk"
  | "caseEvaluations"
  | "caseImports"
  | "caseJobs"
  | "caseLabels"
  | "caseRuns"
  | "caseTriggers"
  | "caseUndo"
  | "cases"
  | "teamCases"
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
          updated_at_from: since,
        },
      }),
      also: (_stage, { params }) => [{ params, query: { after, ...days } }],
    },
    searchCases: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { filters, ...page, ...order, search: "refund" } }),
      also: (_stage, { params }) => [{ params, body: { after, filters: days } }],
    },
    countCases: {
      input: async (stage) => {
        const { status: _, ...others } = filters;
        return { ...(await ofQueue(stage)), body: { filters: others, search: "refund" } };
      },
      also: (_stage, { params }) => [{ params, body: { filters: days } }],
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
  caseBulk: {
    bulkUpdateCaseStatus: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { ...matching, status: "completed" as const } }),
      also: (_stage, { params }) => [
        { params, body: { case_ids, status: "failed" as const } },
        { params, body: { ...onDays, status: "failed" as const } },
      ],
    },
    bulkUpdateCasePriority: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { ...matching, priority: "high" as const } }),
      also: (_stage, { params }) => [
        { params, body: { case_ids, priority: "none" as const } },
        { params, body: { ...onDays, priority: "none" as const } },
      ],
    },
    bulkReprocessCases: {
      input: async (stage) => {
        const { queue_id, agent_id } = await consumerOf(stage);
        return { params: { queue_id }, body: { ...matching, agent_id } };
      },
      also: (_stage, { params, body }) => [
        { params, body: { case_ids, agent_id: body?.agent_id ?? "" } },
        { params, body: { ...onDays, agent_id: body?.agent_id ?? "" } },
      ],
      compared: ["body.agent_id"],
    },
    bulkDeleteCases: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: matching }),
      also: (_stage, { params }) => [
        { params, body: { case_ids } },
        { params, body: onDays },
      ],
    },
    bulkDelegateCases: { input: async (stage) => ({ ...(await ofQueue(stage)), body: { case_ids, agent_id: anyId } }) },
    bulkRetryCases: { input: async (stage) => ({ ...(await ofQueue(stage)), body: { case_ids } }) },
  },
  caseImports: {
    previewCaseImport: {
      input: async (stage) => ({
        ...(await ofQueue(stage)),
        body: { header: ["title"], rows: [["Refund 4711"]], titles: ["Refund 4711"] },
      }),
    },
    startCaseImport: {
      input: async (stage) => ({
        ...(await ofQueue(stage)),
        body: {
          file_name: "refunds.csv",
          header: ["title"],
          rows: [
            { line: 2, cells: ["Refund 4711"], quoted: [0], case: newCase },
            { line: 3, cells: [""], refused: [{ path: ["labels", "0"], message: "Enter a value" }] },
          ],
        },
      }),
    },
    listRefusedRows: { input: async (stage) => ({ params: await jobOf(stage), query: { limit: 10, after: 1 } }) },
  },
  caseJobs: {
    startCaseJob: {
      input: async (stage) => {
        const { queue_id, agent_id } = await consumerOf(stage);
        return { params: { queue_id }, body: { act: { kind: "reprocess" as const, agent_id }, ...matching } };
      },
      also: (_stage, { params }) => [
        { params, body: { act: { kind: "status" as const, status: "completed" as const }, case_ids } },
        { params, body: { act: { kind: "priority" as const, priority: "high" as const }, case_ids } },
        { params, body: { act: { kind: "delete" as const }, case_ids } },
        { params, body: { act: { kind: "delete" as const }, ...onDays } },
      ],
      compared: ["body.act.agent_id"],
    },
    listCaseJobs: { input: async (stage) => ({ ...(await ofQueue(stage)), query: page }) },
    getCaseJob: { input: async (stage) => ({ params: await jobOf(stage) }) },
    listCaseJobItems: {
      input: async (stage) => ({ params: await jobOf(stage), query: { limit: 10, outcome: "left" as const, after: 1 } }),
    },
    abortCaseJob: { input: async (stage) => ({ params: await jobOf(stage) }), owned: "forbidden" },
    resumeCaseJob: { input: async (stage) => ({ params: await jobOf(stage) }), owned: "forbidden" },
  },
  caseRuns: {
    listCaseRuns: { input: ofCase },
    listCaseRunRecentMessages: { input: async (stage) => ({ params: await workedCaseOf(stage), query: { limit: 5 } }), owned: "forbidden" },
  },
  caseTriggers: {
    listAgentCaseTriggers: { input: async (stage) => ({ params: { agent_id: (await triggerOf(stage)).agent_id } }) },
    createAgentCaseTrigger: {
      input: async (stage) => ({
        params: { agent_id: (await agentOf(stage)).id },
        body: { case_queue_id: await queueOf(stage), enabled: false, concurrency: 1 as const },
      }),
      compared: ["body.case_queue_id"],
      owned: "forbidden",
    },
    previewAgentCaseTriggerConflicts: {
      input: async (stage) => ({
        params: { agent_id: (await agentOf(stage)).id },
        query: { case_queue_id: await queueOf(stage) },
      }),
      compared: ["query.case_queue_id"],
    },
    getAgentCaseTrigger: { input: ofTrigger },
    updateAgentCaseTrigger: {
      input: async (stage) => ({
        ...(await ofTrigger(stage)),
        body: { case_queue_id: await queueOf(stage), enabled: false, concurrency: 1 as const },
      }),
      compared: ["body.case_queue_id"],
      owned: "forbidden",
    },
    deleteAgentCaseTrigger: { input: ofTrigger, owned: "forbidden" },
    previewAgentCaseTriggerDeletion: { input: ofTrigger, owned: "forbidden" },
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
