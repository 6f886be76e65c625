import { findCaseQueues } from "#server/queues/dispatch/case-queues.ts";
import { caseTools } from "#server/queues/tools/cases.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import { leftAttached } from "#server/connections/agreements/attachments.store.ts";
import {
  countSlotQueues,
  copySlots,
  leaveConnections,
  leaveQueues,
  listQueuesOfRevision,
  listSlots,
  takesConnections,
} from "./slots.store.ts";
import { listConnected, listSlotPeople } from "./slot-pins.store.ts";
import type { AccessEntry } from "#contract/agents/access.ts";
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

/** Slots in which the caller, or somebody for whom the agent starts by itself, has pinned nothing: one problem for each slot. */
const connected: Check = async ({ build, context: { db, caller } }) => {
  const slots = new Map((await listSlots(db, build.id)).filter(takesConnections).map((slot) => [slot.id, slot]));
  if (slots.size === 0) return [];
  return (await listSlotPeople(db, build.id, caller.userId)).flatMap(({ slot_id, missing }) => {
    const slot = slots.get(slot_id);
    if (!slot || missing.length === 0) return [];
    const own = missing.some(({ user_id }) => user_id === caller.userId);
    const others = missing.filter(({ user_id }) => user_id !== caller.userId).map(({ name }) => name);
    const whose = [...(own ? ["you start"] : []), ...(others.length > 0 ? [`start for ${others.join(", ")}`] : [])].join(" or that ");
    return [
      {
        code: "slot_without_connection",
        severity: "warns",
        message: `“${slot.name}” has no connection for runs that ${whose}. These runs cannot use it.`,
        subject: { id: slot_id, name: slot.name },
        fix: own ? "pin_connection" : "ask_owner",
      },
    ];
  });
};

/** Queues that the slots of the revision name, and the connections that the caller's runs use in them. */
const reach: AccessSource = async ({ build, context: { db, caller } }) => [
  ...(await listQueuesOfRevision(db, build.id)).map(({ id, name, produces, consumes }): AccessEntry => ({
    kind: "queue",
    id,
    name,
    detail: produces && consumes ? "adds and handles cases" : produces ? "adds cases" : "handles cases",
  })),
  ...(await listConnected(db, build.id, caller.userId)).map(({ id, name, server_url, user_id }): AccessEntry => ({
    kind: "connection",
    id,
    name,
    detail: `to ${new URL(server_url).host}, ${user_id === null ? "shared, " : ""}in runs that you start`,
  })),
];

/** The queues that a revision's runs add cases to and take cases from, and what they connect to. */
export const slotsPart: RevisionPart = {
  name: "slots",
  copy: (db, from, to) => copySlots(db, from, to),
  checks: [named, connected],
  reach,
  tools: async ({ store }, run) => caseTools(await findCaseQueues(store.db, run)),
  leftBehind: (db, { agentIds }) => leftAttached(db, "connection", agentIds),
  cutTies: async (db, moving) => {
    await leaveQueues(db, moving);
    await leaveConnections(db, moving);
  },
};
