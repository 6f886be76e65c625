import { randomUUID } from "node:crypto";
import { caseOf } from "#server/gates/stage/cases.ts";
import { caseSchema, labelOf, queueOf, typedQueueOf, viewOf } from "#server/gates/stage/queues.ts";
import { folderOf } from "#server/gates/stage/agents.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { beginVersion, insertQueueRubrics } from "#server/queues/rubrics/queue-rubrics.store.ts";
import { type Examples, page, team } from "./example.ts";

const ofQueue = async (stage: Stage) => ({ params: { queue_id: await queueOf(stage) } });
const shows = { search: "status=failed&priority=high&search=refund&order=asc" };
const name = () => `Refunds ${randomUUID()}`;

const ofTypedQueue = async (stage: Stage) => ({ params: { queue_id: (await typedQueueOf(stage)).queue_id } });

const words = { title: "Names the month", description: "Does the case name the month that it is about?" };

/** A queue whose first version has begun, with two rubrics: a judge would have to be waited for. */
async function rubricOf(stage: Stage) {
  const queue_id = await queueOf(stage);
  const { db } = stage.service.app.services.store;
  await beginVersion(db, queue_id, []);
  const origin = { source: "generated", created_by: null } as const;
  const [rubric] = await insertQueueRubrics(db, queue_id, [words, { ...words, title: "Names the sum" }], origin);
  return { queue_id, rubric_id: rubric?.id ?? "" };
}
const ofVersion = async (stage: Stage) => ({ params: { queue_id: (await rubricOf(stage)).queue_id } });

export const queuesExamples: Examples<"caseViews" | "labels" | "queueJsonSchema" | "queueRubrics" | "queueTriggers" | "queues"> = {
  queueTriggers: { getQueueTriggers: { input: ofQueue } },
  queueRubrics: {
    getCaseQueueEvalRubrics: { input: ofVersion },
    createCaseQueueEvalRubric: { input: async (stage) => ({ ...(await ofVersion(stage)), body: words }) },
    replaceCaseQueueEvalRubrics: { input: async (stage) => ({ ...(await ofVersion(stage)), body: { rubrics: [words] } }) },
    updateCaseQueueEvalRubric: { input: async (stage) => ({ params: await rubricOf(stage), body: { ...words, title: "Other title" } }) },
    deleteCaseQueueEvalRubric: { input: async (stage) => ({ params: await rubricOf(stage) }) },
  },
  queueJsonSchema: {
    getQueueJsonSchema: { input: ofTypedQueue },
    replaceQueueJsonSchema: {
      input: async (stage) => {
        const { queue_id, schema_id } = await typedQueueOf(stage);
        return { params: { queue_id }, body: { schema: caseSchema, change_summary: "Amounts", expected_schema_id: schema_id } };
      },
      compared: ["body.expected_schema_id"],
    },
    attachQueueJsonSchema: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { family_id: (await typedQueueOf(stage)).family_id } }),
      compared: ["body.family_id"],
    },
    detachQueueJsonSchema: { input: ofTypedQueue },
    previewQueueJsonSchemaDetachment: { input: ofTypedQueue },
    updateQueueJsonSchemaSettings: { input: async (stage) => ({ ...(await ofTypedQueue(stage)), body: { guarded: true, frozen: true } }) },
    listQueueJsonSchemaVersions: { input: async (stage) => ({ ...(await ofTypedQueue(stage)), query: page }) },
    getCaseJsonSchema: { input: async (stage) => ({ params: { case_id: (await caseOf(stage)).case_id } }) },
    listJsonSchemaFamilies: { input: (stage) => ({ ...team(stage), query: page }) },
  },
  caseViews: {
    listCaseViews: { input: async (stage) => ({ ...(await ofQueue(stage)), query: page }) },
    createCaseView: {
      input: async (stage) => ({ ...(await ofQueue(stage)), body: { name: "Late", scope: "personal" as const, ...shows } }),
    },
    updateCaseView: { input: async (stage) => ({ params: await viewOf(stage), body: { name: "Later", ...shows } }) },
    deleteCaseView: { input: async (stage) => ({ params: await viewOf(stage) }) },
  },
  labels: {
    listQueueLabels: { input: async (stage) => ({ ...(await ofQueue(stage)), query: { ...page, search: "march" } }) },
    createQueueLabel: { input: async (stage) => ({ ...(await ofQueue(stage)), body: { key: "month", value: "April", color_hue: 180 } }) },
    updateQueueLabel: { input: async (stage) => ({ params: await labelOf(stage), body: { key: "month", value: "May", color_hue: 20.5 } }) },
    deleteQueueLabel: { input: async (stage) => ({ params: await labelOf(stage) }) },
    previewQueueLabelDeletion: { input: async (stage) => ({ params: await labelOf(stage) }) },
  },
  queues: {
    listQueues: { input: (stage) => ({ ...team(stage), query: { ...page, automation_id: randomUUID(), search: "Refunds" } }) },
    createQueue: {
      input: async (stage) => ({
        ...team(stage),
        body: { name: name(), description: "Wait for a decision", folder_id: await folderOf(stage) },
      }),
      also: (_stage, { params }) => [{ params, body: { name: name(), automation_id: randomUUID() } }],
      compared: ["body.folder_id", "body.automation_id"],
    },
    getQueue: { input: ofQueue },
    previewQueueDeletion: {
      input: async (stage) => ({ ...(await ofQueue(stage)), query: { only: "cases" } }),
      also: (_stage, { params }) => [{ params }],
    },
    updateQueue: {
      input: async (stage) => ({
        ...(await ofQueue(stage)),
        body: { name: name(), description: "Decide", folder_id: await folderOf(stage) },
      }),
      compared: ["body.folder_id"],
    },
    deleteQueue: { input: ofQueue },
    listQueueAgents: { input: ofQueue },
  },
};
