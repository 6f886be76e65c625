import type { Stage } from "#server/gates/stage/stage.ts";
import { eventPayload, sourceEventOf, sourceOf } from "#server/gates/stage/webhook-sources.ts";
import { randomUUID } from "node:crypto";
import { type Examples, page, team } from "./example.ts";

const ofSource = async (stage: Stage) => ({ params: await sourceOf(stage) });

export const webhookSourcesExamples: Examples<"webhookSources" | "webhookSourceEvents"> = {
  webhookSources: {
    listWebhookSources: {
      input: async (stage) => {
        await sourceOf(stage);
        return { ...team(stage), query: { ...page, search: "payments" } };
      },
    },
    createWebhookSource: { input: (stage) => ({ ...team(stage), body: { name: `Payments ${randomUUID()}` } }) },
    updateWebhookSource: {
      input: async (stage) => ({ ...(await ofSource(stage)), body: { name: `Bank ${randomUUID()}`, enabled: false } }),
    },
    rotateWebhookSecret: { input: async (stage) => ({ ...(await ofSource(stage)), body: { overlap_hours: 24 } }) },
    deleteWebhookSource: { input: ofSource },
    previewWebhookSourceDeletion: { input: ofSource },
  },
  webhookSourceEvents: {
    listWebhookSourceEvents: {
      input: async (stage) => {
        const { source_id } = await sourceEventOf(stage);
        return { params: { source_id }, query: page };
      },
    },
    getWebhookSourceEvent: { input: async (stage) => ({ params: await sourceEventOf(stage) }) },
    sendTestEvent: { input: async (stage) => ({ ...(await ofSource(stage)), body: { payload: eventPayload } }) },
    receiveWebhook: {
      input: async (stage) => ({ ...(await ofSource(stage)), body: eventPayload }),
      ends: { code: "webhook_unverified", because: "Only who has the secret of a source signs for it." },
    },
  },
};
