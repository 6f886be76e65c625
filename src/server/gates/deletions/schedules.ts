import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { deleteWebhookSource, previewWebhookSourceDeletion } from "#contract/schedules/webhook-sources.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { sourceOf } from "#server/gates/stage/webhook-sources.ts";
import type { Subject } from "./subject.ts";

export const scheduleSubjects: Readonly<Record<string, Subject>> = {
  deleteWebhookSource: {
    table: "webhook_sources",
    make: async (stage) => {
      const params = await sourceOf(stage);
      const { id: agentId } = await agentOf(stage);
      await stage.service.ok(upsertAgentTrigger, {
        params: { agentId },
        body: { integration_slug: "webhook", trigger_type: "webhook_received", integration_instance_id: params.source_id },
      });
      return {
        preview: () => stage.service.ok(previewWebhookSourceDeletion, { params }),
        remove: () => stage.service.ok(deleteWebhookSource, { params }),
      };
    },
    shows: { eventTriggers: 1 },
  },
};
