import { findCaseQueues } from "#server/queues/dispatch/case-queues.ts";
import { caseTools } from "#server/queues/tools/cases.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import { copySlots, countSlotQueues, leaveQueues, listQueuesOfRevision } from "./slots.store.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Slots for queues that name none, or whose last queue was deleted. */
const named: Check = async ({ build, context: { db } }) =>
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

/** Queues that the slots of the revision name. */
const reach: AccessSource = async ({ build, context: { db } }) =>
  (await listQueuesOfRevision(db, build.id)).map(({ id, name, produces, consumes }) => ({
    kind: "queue",
    id,
    name,
    detail: produces && consumes ? "adds and handles cases" : produces ? "adds cases" : "handles cases",
  }));

/** The queues that a revision's runs add cases to and take cases from. */
export const slotsPart: RevisionPart = {
  name: "slots",
  copy: (db, from, to) => copySlots(db, from, to.buildId),
  checks: [named],
  reach,
  tools: async ({ store }, run) => caseTools(await findCaseQueues(store.db, run)),
  cutTies: leaveQueues,
};
