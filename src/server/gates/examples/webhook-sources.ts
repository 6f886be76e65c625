import type { Stage } from "#server/gates/stage/stage.ts";
import { eventPayload, sourceEventOf, sourceOf } from "#server/gates/stage/webhook-sources.ts";
import { randomUUID } from "node:crypto";
import { type Examples, page, team } from "./example.ts";

/** As Stripe makes one. */
const theirSecret = "whsec_of_an_example_that_is_long_enough";

const ofSource = async (stage: Stage) => ({ params: await sourceOf(stage) });

export const webhookSourcesExamples: Examples<"webhookSources" | "webhookSourceEvents"> = {
  webhookSources: {
    listWebhookSources: {
      input: async (stage) => {
        await sourceOf(stage);
        return { ...team(stage), query: { ...page, search: "payments" } };
      },
    },
    createWebhookSource: {
      input: (stage) => ({ ...team(stage), body: { name: `Payments ${randomUUID()}` } }),
      also: (stage) => [{ ...team(stage), body: { name: `Shop ${randomUUID()}`, sender: "stripe", secret: theirSecret } }],
    },
    updateWebhookSource: {
      input: async (stage) => ({ ...(await ofSource(stage)), body: { name: `Bank ${randomUUID()}`, enabled: false } }),
    },
    rotateWebhookSecret: {
      input: async (stage) => ({ ...(await ofSource(stage)), body: { overlap_hours: 24 } }),
      also: (_stage, input) => [{ ...input, body: { secret: theirSecret } }],
      // Only a source whose sender makes the secret takes one.
      compared: ["body.secret"],
    },
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
      also: (_stage, input) => [{ ...input, query: { secret: "a".repeat(43) }, body: [eventPayload] }],
      ends: { code: "webhook_unverified", because: "Only who has the secret of a source signs for it." },
    },
  },
};
