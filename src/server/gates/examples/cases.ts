import { randomUUID } from "node:crypto";
import { type Stage, caseOf, labelledCaseOf, queueOf } from "#server/gates/stage.ts";
import { type Examples, page } from "./example.ts";

const ofQueue = async (stage: Stage) => ({ params: { queue_id: await queueOf(stage) } });
const ofCase = async (stage: Stage) => ({ params: { case_id: (await caseOf(stage)).case_id } });
const inQueue = async (stage: Stage) => ({ params: await caseOf(stage) });

const since = "2026-01-31T09:30:00Z";
const order = { sort_by: "updated_at", sort_order: "asc", after: `2026-01-31T09:30:00.000Z_${randomUUID()}` } as const;
const filters = {
  status: ["pending" as const, "claimed" as const],
  priority: ["high" as const],
  created_at_from: since,
  updated_at_from: since,
  labels: { month: ["March"] },
};
const labels = [{ key: "month", value: "April" }];
const newCase = { title: "Refund 4711", data: '{"amount": 12.5}', labels, priority: "high" as const };

export const casesExamples: Examples<"caseLabels" | "cases"> = {
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
    },
    searchCases: { input: async (stage) => ({ ...(await ofQueue(stage)), body: { filters, ...page, ...order, search: "refund" } }) },
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
      also: (_stage, { params }) => [{ params, body: { postponed_to: "2126-01-31T09:30:00Z" } }],
    },
    deleteCase: { input: ofCase },
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
