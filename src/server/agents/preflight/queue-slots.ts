import { countSlotQueues } from "#server/agents/slots/slots.store.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import type { Check } from "./check.ts";

/** Slots for queues that name none, or whose last queue was deleted. */
export const queueSlots: Check = async ({ build, context: { db } }) =>
  (await countSlotQueues(db, build.id))
    .filter(({ linked_queue_count }) => linked_queue_count === 0)
    .map(({ config_id, integration_type }) => {
      const name = builtInIntegrations.find(({ type }) => type === integration_type)?.name ?? integration_type;
      return {
        code: "slot_without_queue",
        severity: "warns",
        message: `“${name}” has no queue. Runs cannot use it.`,
        subject: { id: config_id, name },
        fix: "name_queue",
      };
    });
