import { randomUUID } from "node:crypto";
import { folderOf, labelOf, queueOf, type Stage } from "#server/gates/stage.ts";
import { type Examples, page, team } from "./example.ts";

const ofQueue = async (stage: Stage) => ({ params: { queue_id: await queueOf(stage) } });
const name = () => `Refunds ${randomUUID()}`;

export const queuesExamples: Examples<"labels" | "queues"> = {
  labels: {
    listQueueLabels: { input: async (stage) => ({ ...(await ofQueue(stage)), query: { ...page, search: "march" } }) },
    createQueueLabel: { input: async (stage) => ({ ...(await ofQueue(stage)), body: { key: "month", value: "April", color_hue: 180 } }) },
    updateQueueLabel: { input: async (stage) => ({ params: await labelOf(stage), body: { key: "month", value: "May", color_hue: 20.5 } }) },
    deleteQueueLabel: { input: async (stage) => ({ params: await labelOf(stage) }) },
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
