import { findCaseQueues } from "#server/queues/dispatch/case-queues.ts";
import { caseTools } from "#server/queues/tools/cases.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
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
import { countTools, listAllowed } from "./slot-tools.store.ts";
import type { Db } from "#server/platform/db/open.ts";
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

/** Tools that wait for a person at each call. */
const asking: Check = async ({ build, context: { db } }) => {
  const slots = new Map((await listSlots(db, build.id)).filter(takesConnections).map((slot) => [slot.id, slot]));
  if (slots.size === 0) return [];
  return (await countTools(db, build.id)).flatMap(({ slot_id, ask, changed }) => {
    const name = slots.get(slot_id)?.name;
    if (name === undefined || ask === 0) return [];
    const since = changed === 0 ? "" : ` ${changed === 1 ? "One of them" : `${changed} of them`} changed after it was allowed.`;
    return [
      {
        code: "tools_ask",
        severity: "warns",
        message: `${ask === 1 ? "1 tool" : `${ask} tools`} of “${name}” ${ask === 1 ? "asks" : "ask"} first.${since} Runs wait until a person approves each call. Programs cannot call ${ask === 1 ? "it" : "them"}.`,
        subject: { id: slot_id, name },
        fix: "choose_tools",
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
  ...(await toolEntries(db, build.id)),
];

/** Each tool that runs call without asking, and how many others there are. */
async function toolEntries(db: Db, buildId: string): Promise<AccessEntry[]> {
  const slots = new Map((await listSlots(db, buildId)).map((slot) => [slot.id, slot]));
  const nameOf = (slotId: string) => slots.get(slotId)?.name ?? "";
  const idOf = (slotId: string) => slots.get(slotId)?.custom_integration_id ?? slots.get(slotId)?.integration_id ?? slotId;
  const allowed = await listAllowed(db, buildId);
  const counts = (await countTools(db, buildId)).filter(({ ask, never }) => ask + never > 0);
  return [
    ...allowed.map(({ slot_id, server_url, name, digest }): AccessEntry => ({
      kind: "connection",
      id: `${idOf(slot_id)} ${server_url} ${digest}`,
      name: `${nameOf(slot_id)}: ${shownLine(name, 128)}`,
      detail: "called without asking, until it changes",
    })),
    ...counts.map(({ slot_id, ask, never }): AccessEntry => ({
      kind: "connection",
      id: idOf(slot_id),
      name: `${nameOf(slot_id)}: ${allowed.some((one) => one.slot_id === slot_id) ? "other tools" : "tools"}`,
      detail: [...(ask > 0 ? [`${ask} ask first`] : []), ...(never > 0 ? [`${never} never called`] : [])].join(", "),
    })),
  ];
}

/** The queues that a revision's runs add cases to and take cases from, and what they connect to. */
export const slotsPart: RevisionPart = {
  name: "slots",
  copy: (db, from, to) => copySlots(db, from, to),
  checks: [named, connected, asking],
  reach,
  tools: async ({ store }, run) => caseTools(await findCaseQueues(store.db, run)),
  leftBehind: (db, { agentIds }) => leftAttached(db, "connection", agentIds),
  cutTies: async (db, moving) => {
    await leaveQueues(db, moving);
    await leaveConnections(db, moving);
  },
};
