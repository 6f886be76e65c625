import { mayChangeAgent } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

// A slot says that a revision uses a kind of integration. A case-queue slot names its queues; every other one takes connections, which each
// person pins for their own runs.

/** Ours: slots of one revision. */
export const maxSlots = 50;

/** The kinds of slot that name queues. */
export const queueSlotTypes = ["case-queue-producer", "case-queue-consumer"] as const;
export type QueueSlotType = (typeof queueSlotTypes)[number];

export const Slot = record("Slot", {
  id: uuid,
  integration_id: uuid.nullable(),
  custom_integration_id: uuid.nullable(),
  integration_type: z.string(),
  integration_name: z.string(),
  created_at: timestamp,
});
export type Slot = z.output<typeof Slot>;

export const SlotQueue = record("SlotQueue", { id: uuid, name: z.string() });
export type SlotQueue = z.output<typeof SlotQueue>;

const area = "Revision integrations";
const reading = { scope: "team", by: "agent_id", role: "team:member" } as const;
const writing = { scope: "team", by: "agent_id", role: "team:builder" } as const;
const revision = z.strictObject({ agent_id: idOf("agent"), build_id: idOf("revision") });
/** `integration_id` is a slot's `integration_id` or its own `id`: the sources use the name for both. */
const slot = z.strictObject({ agent_id: idOf("agent"), build_id: idOf("revision"), integration_id: idOf("slot") });

export const listRevisionIntegrations = endpoint({
  name: "listRevisionIntegrations",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations",
  area,
  summary: "The slots of a revision by type",
  access: reading,
  reads: ["revision_slot", "integration"],
  params: revision,
  reply: z.strictObject({ integrations: z.array(Slot) }),
});

export const attachRevisionIntegrations = endpoint({
  name: "attachRevisionIntegrations",
  method: "POST",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations",
  area,
  summary: "Add slots to a revision; existing ones do not change and are not counted",
  access: writing,
  may: mayChangeAgent,
  records: "revision.connections_changed",
  changes: ["revision_slot", "revision"],
  params: revision,
  /** The upper limit is ours. */
  body: z.strictObject({ integration_ids: z.array(uuid).min(1).max(maxSlots) }),
  reply: z.strictObject({ success: z.boolean(), count: int53 }),
  status: 201,
  errors: ["forbidden"],
});

export const removeRevisionIntegration = endpoint({
  name: "removeRevisionIntegration",
  method: "DELETE",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}",
  area,
  summary: "Remove a slot from a revision, with its queues and everyone's pins",
  access: writing,
  may: mayChangeAgent,
  records: "revision.connections_changed",
  changes: ["revision_slot", "revision"],
  params: slot,
  reply: Success,
  errors: ["forbidden"],
});

export const listRevisionIntegrationQueues = endpoint({
  name: "listRevisionIntegrationQueues",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}/queues",
  area,
  summary: "The queues that a slot names, by name",
  access: reading,
  reads: ["revision_slot"],
  params: slot,
  reply: z.strictObject({ queues: z.array(SlotQueue) }),
});

export const replaceRevisionIntegrationQueues = endpoint({
  name: "replaceRevisionIntegrationQueues",
  method: "PUT",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/integrations/{integration_id}/queues",
  area,
  summary: "Replace the queues that a slot names",
  access: writing,
  may: mayChangeAgent,
  records: "revision.connections_changed",
  changes: ["revision_slot", "revision"],
  params: slot,
  /** The upper limit is ours. */
  body: z.strictObject({ queue_ids: z.array(uuid).max(250) }),
  reply: z.strictObject({ queues: z.array(SlotQueue) }),
  errors: ["forbidden", "wrong_slot"],
});

export const getRevisionCaseQueueSetup = endpoint({
  name: "getRevisionCaseQueueSetup",
  method: "GET",
  path: "/v2/agents/{agent_id}/revisions/{build_id}/case-queue-validation",
  area,
  summary: "How many queues each case-queue slot of a revision names; one without any fails in a run",
  access: reading,
  reads: ["revision_slot"],
  params: revision,
  reply: z.strictObject({
    configs: z.array(record("SlotQueueSetup", { config_id: uuid, integration_type: z.string(), linked_queue_count: int53 })),
    has_available_queues: z.boolean(),
  }),
});
