import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { queueList } from "./queue-list.ts";
import { CaseCounts } from "./case.ts";

export const queueName = nameUpTo(100);
export const queueDescription = text(0, 500);

export const Queue = record("Queue", {
  id: uuid,
  /** The name that people see: inside an automation the active revision may give another one than the queue's own. */
  name: z.string(),
  description: z.string().nullable(),
  folder_id: uuid.nullable(),
  automation_id: uuid.nullable(),
  team_id: uuid,
  created_at: timestamp,
  has_approvals: z.boolean(),
  /** Ours: how many cases it holds in each state. */
  case_counts: CaseCounts,
});
export type Queue = z.output<typeof Queue>;

const area = "Queues";
const reply = z.strictObject({ queue: Queue });
const one = z.strictObject({ queue_id: idOf("queue") });

export const listQueues = endpoint({
  name: "listQueues",
  method: "GET",
  path: "/v2/teams/{teamId}/queues",
  area,
  summary: "The queues of a team by name",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["queue"],
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    ...page(250, 250),
    automation_id: uuid.optional(),
    /** `search` is ours: part of the name, case ignored. */
    ...queryOf(queueList),
  }),
  reply: z.strictObject({ queues: z.array(Queue), total: int53, limit: z.int(), offset: int53 }),
});

export const createQueue = endpoint({
  name: "createQueue",
  method: "POST",
  path: "/v2/teams/{teamId}/queues",
  area,
  summary: "Create a queue; its name is unique in the team unless it belongs to an automation",
  access: { scope: "team", by: "teamId", role: "team:manager" },
  records: "queue.created",
  changes: ["queue"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({
    name: queueName,
    description: queueDescription.nullable().optional(),
    folder_id: uuid.nullable().optional(),
    automation_id: uuid.nullable().optional(),
  }),
  reply,
  status: 201,
  errors: ["name_taken", "too_many"],
  creates: "replayed",
});

export const getQueue = endpoint({
  name: "getQueue",
  method: "GET",
  path: "/v2/queues/{queue_id}",
  area,
  summary: "One queue",
  access: { scope: "team", by: "queue_id", role: "team:member" },
  reads: ["queue"],
  params: one,
  reply,
});

export const updateQueue = endpoint({
  name: "updateQueue",
  method: "PATCH",
  path: "/v2/queues/{queue_id}",
  area,
  summary: "Change name, description or folder of a queue",
  access: { scope: "team", by: "queue_id", role: "team:manager" },
  records: "queue.updated",
  changes: ["queue"],
  params: one,
  body: z.strictObject({
    name: queueName.optional(),
    description: queueDescription.nullable().optional(),
    folder_id: uuid.nullable().optional(),
  }),
  reply,
  errors: ["name_taken", "named_by_revision"],
});

export const deleteQueue = endpoint({
  name: "deleteQueue",
  method: "DELETE",
  path: "/v2/queues/{queue_id}",
  area,
  summary: "Delete a queue with its cases and labels; their active runs are interrupted first",
  access: { scope: "team", by: "queue_id", role: "team:manager" },
  records: "queue.deleted",
  changes: [
    "case",
    "queue",
    "label",
    "case_run",
    "case_attachment",
    "run",
    "run_message",
    "human_request",
    "case_approval",
    "revision_slot",
    "automation",
    "case_trigger",
  ],
  params: one,
  reply: z.strictObject({ success: z.boolean(), deleted_case_count: int53, interrupted_run_ids: z.array(uuid) }),
});

export const previewQueueDeletion = endpoint({
  name: "previewQueueDeletion",
  method: "GET",
  path: "/v2/queues/{queue_id}/deletion",
  area,
  summary: "What deleting a queue, or clearing its cases, would delete and stop; changes nothing",
  access: { scope: "team", by: "queue_id", role: "team:manager" },
  reads: [],
  ours: "A person has to see what goes before it goes.",
  params: one,
  query: z.strictObject({ only: z.enum(["cases"]).optional() }),
  reply: Deletion,
});

/** `trigger_without_slot` is ours: the queue starts an agent whose live revision can take no case from it, so every case fails. */
const problems = z.array(z.enum(["multiple_triggers", "producer_consumer_mix", "trigger_without_slot"]));

/** An agent whose live revision puts cases into the queue. */
export const QueueProducer = record("QueueProducer", {
  agent_id: uuid,
  agent_name: z.string(),
  case_trigger_enabled: z.boolean(),
  case_trigger_queue_name: z.string().nullable(),
  problems,
});
export type QueueProducer = z.output<typeof QueueProducer>;

/** An agent whose live revision takes cases from the queue. */
export const QueueConsumer = record("QueueConsumer", {
  agent_id: uuid,
  agent_name: z.string(),
  case_trigger_enabled: z.boolean(),
  /** Another live revision of the team may hand its work to this agent. */
  is_handover_target: z.boolean(),
  problems,
  concurrency_limit: int53.optional(),
  at_concurrency_limit: z.boolean().optional(),
});
export type QueueConsumer = z.output<typeof QueueConsumer>;

export const listQueueAgents = endpoint({
  name: "listQueueAgents",
  method: "GET",
  path: "/v2/queues/{queue_id}/agents",
  area,
  summary: "Agents whose live revisions add or take cases of a queue, and those that it triggers, by name (at most 500 each)",
  access: { scope: "team", by: "queue_id", role: "team:member" },
  reads: ["revision_slot", "agent", "case_trigger", "queue"],
  params: one,
  reply: z.strictObject({ queue_name: z.string(), producers: z.array(QueueProducer), consumers: z.array(QueueConsumer) }),
});
