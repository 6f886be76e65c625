import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { Connection } from "./connections.ts";

// Which connections the runs of a person use in a slot. A pin is the person's own, whoever may change the agent.

/** Ours: as many one person pins to one slot. */
export const maxPins = 20;

export const SlotPin = record("SlotPin", { connection_id: uuid, created_at: timestamp });

const area = "Revision integrations";
const access = { scope: "team", by: "agent_id", role: "team:member" } as const;
const revision = { agent_id: idOf("agent"), build_id: idOf("revision") };
const slot = z.strictObject({ ...revision, integration_id: idOf("slot") });

export const listRevisionIntegrationConnections = endpoint({
  name: "listRevisionIntegrationConnections",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}/connections",
  area,
  summary: "The connections that the caller has pinned to a slot, in the order they were pinned",
  access,
  reads: ["revision_slot", "connection"],
  params: slot,
  reply: z.strictObject({ connections: z.array(SlotPin) }),
});

export const pinRevisionIntegrationConnection = endpoint({
  name: "pinRevisionIntegrationConnection",
  method: "POST",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}/connections",
  area,
  summary: "Let the caller's runs use a connection in a slot: the caller's own, or one shared with the team",
  access,
  records: "revision.connections_changed",
  changes: ["revision_slot", "connection", "revision"],
  params: slot,
  body: z.strictObject({ connection_id: uuid }),
  reply: Success,
  status: 201,
  errors: ["already_attached", "wrong_slot"],
});

export const unpinRevisionIntegrationConnection = endpoint({
  name: "unpinRevisionIntegrationConnection",
  method: "DELETE",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}/connections/{connection_id}",
  area,
  summary: "Take a connection from a slot for the caller's runs; the connection itself stays",
  access,
  records: "revision.connections_changed",
  changes: ["revision_slot", "connection", "revision"],
  params: slot.extend({ connection_id: idOf("connection") }),
  reply: Success,
});

export const SlotState = record("SlotState", {
  slot_id: uuid,
  /** What the caller has pinned. */
  pinned: z.array(Connection),
  /** What the caller could pin too. */
  available: z.array(Connection),
  /** How many people have pinned something. */
  people: int53,
  /** For whom something starts runs of the agent, who has pinned nothing: by name, at most 20. */
  missing: z.array(record("SlotPerson", { user_id: uuid, name: z.string() })),
});
export type SlotState = z.output<typeof SlotState>;

export const listRevisionConnections = endpoint({
  name: "listRevisionConnections",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/connections",
  area,
  summary: "Slots of a revision for connections, with what the caller pinned and could pin, and who pinned nothing",
  access,
  reads: ["revision_slot", "connection", "revision", "schedule", "case_trigger", "event_trigger"],
  ours: "Before an agent runs for people, its builder has to see whose runs would lack a connection.",
  params: z.strictObject(revision),
  reply: z.strictObject({ slots: z.array(SlotState) }),
});
