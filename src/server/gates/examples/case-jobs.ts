import { consumerOf } from "#server/gates/stage/cases.ts";
import { jobOf } from "#server/gates/stage/queues.ts";
import { anyId, endings, filters, newCase, ofQueue } from "./cases.ts";
import { type Examples, page } from "./example.ts";

const onEndings = { all_matching: true, filters: endings };
const matching = { all_matching: true, filters, search: "refund" };
const case_ids = [anyId];

export const caseJobsExamples: Examples<"caseBulk" | "caseImports" | "caseJobs"> = {
  caseBulk: {
    bulkUpdateCaseStatus: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { ...matching, status: "completed" as const } }),
      also: (_stage, { params }) => [
        { params, body: { case_ids, status: "failed" as const } },
        { params, body: { ...onEndings, status: "failed" as const } },
      ],
    },
    bulkUpdateCasePriority: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { ...matching, priority: "high" as const } }),
      also: (_stage, { params }) => [
        { params, body: { case_ids, priority: "none" as const } },
        { params, body: { ...onEndings, priority: "none" as const } },
      ],
    },
    bulkReprocessCases: {
      input: async (stage) => {
        const { queue_id, agent_id } = await consumerOf(stage);
        return { params: { queue_id }, body: { ...matching, agent_id } };
      },
      also: (_stage, { params, body }) => [
        { params, body: { case_ids, agent_id: body?.agent_id ?? "" } },
        { params, body: { ...onEndings, agent_id: body?.agent_id ?? "" } },
      ],
      compared: ["body.agent_id"],
    },
    bulkDeleteCases: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: matching }),
      also: (_stage, { params }) => [
        { params, body: { case_ids } },
        { params, body: onEndings },
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
        { params, body: { act: { kind: "delete" as const }, ...onEndings } },
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
};
