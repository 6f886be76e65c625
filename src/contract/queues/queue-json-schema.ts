import { Deletion, deletionOurs } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Named, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { CaseSchemaDocument, DeclaredSchema } from "./case-schema.ts";

/** The limit is ours. */
export const changeSummary = text(1, 500);

/** How the cases of a queue are typed. The keys are ours: the sources name the facts only. */
export const QueueJsonSchema = record("QueueJsonSchema", {
  /** Every new case has to be typed. */
  guarded: z.boolean(),
  /** The schema takes no change, and stays with the queue. */
  frozen: z.boolean(),
  schema: DeclaredSchema,
  schema_id: uuid.nullable(),
  /** What queues share: a document with its versions, of which the last one counts. */
  family_id: uuid.nullable(),
  version: int53.nullable(),
  change_summary: z.string().nullable(),
  changed_at: timestamp.nullable(),
  /** Other queues with the same family, by name (at most 100). */
  shared_with: z.array(Named),
});
export type QueueJsonSchema = z.output<typeof QueueJsonSchema>;

/** One version, without its document. Versions never change. */
export const JsonSchemaVersion = record("JsonSchemaVersion", {
  schema_id: uuid,
  version: int53,
  change_summary: z.string(),
  created_at: timestamp,
  created_by_name: z.string().nullable(),
});
export type JsonSchemaVersion = z.output<typeof JsonSchemaVersion>;

/** A document that a queue can take over. */
export const JsonSchemaFamily = record("JsonSchemaFamily", {
  family_id: uuid,
  schema_id: uuid,
  version: int53,
  /** The title in the document. */
  title: z.string().nullable(),
  /** Names of its fields at the root. */
  fields: z.array(z.string()),
  /** Names of the queues that have it, at most 100. */
  queues: z.array(z.string()),
  changed_at: timestamp,
});
export type JsonSchemaFamily = z.output<typeof JsonSchemaFamily>;

const area = "Queues";
const path = "/v2/queues/{queue_id}/json-schema";
const member = { scope: "team", by: "queue_id", role: "team:member" } as const;
const manager = { scope: "team", by: "queue_id", role: "team:manager" } as const;
const params = z.strictObject({ queue_id: idOf("queue") });

export const getQueueJsonSchema = endpoint({
  name: "getQueueJsonSchema",
  method: "GET",
  path,
  area,
  summary: "The schema of a queue's new cases, and whether it is required",
  access: member,
  reads: ["case_schema"],
  params,
  reply: QueueJsonSchema,
});

export const replaceQueueJsonSchema = endpoint({
  name: "replaceQueueJsonSchema",
  method: "PUT",
  path,
  area,
  summary: "Define the schema of a queue or a new version of it, which applies in every queue that shares it",
  access: manager,
  records: "queue.schema_changed",
  changes: ["case_schema", "queue"],
  params,
  body: z.strictObject({
    schema: CaseSchemaDocument,
    change_summary: changeSummary,
    /** The version that the caller has seen; null: none. */
    expected_schema_id: uuid.nullable().optional(),
  }),
  reply: QueueJsonSchema,
  errors: ["schema_changed", "schema_frozen"],
});

export const attachQueueJsonSchema = endpoint({
  name: "attachQueueJsonSchema",
  method: "POST",
  path: `${path}/attach`,
  area,
  summary: "Attach the schema of another queue to a queue without one",
  access: manager,
  records: "queue.schema_changed",
  changes: ["case_schema", "queue"],
  params,
  body: z.strictObject({ family_id: uuid }),
  reply: QueueJsonSchema,
  errors: ["has_schema"],
});

export const detachQueueJsonSchema = endpoint({
  name: "detachQueueJsonSchema",
  method: "DELETE",
  path,
  area,
  summary: "Detach the schema; existing cases keep their data and version",
  access: manager,
  records: "queue.schema_changed",
  changes: ["case_schema", "queue"],
  params,
  reply: QueueJsonSchema,
  errors: ["no_schema", "schema_frozen"],
});

export const previewQueueJsonSchemaDetachment = endpoint({
  name: "previewQueueJsonSchemaDetachment",
  method: "GET",
  path: `${path}/detachment`,
  area,
  summary: "Which agents detaching the schema would stop; changes nothing",
  access: manager,
  reads: [],
  ours: deletionOurs,
  params,
  reply: Deletion,
});

export const updateQueueJsonSchemaSettings = endpoint({
  name: "updateQueueJsonSchemaSettings",
  method: "PATCH",
  path,
  area,
  summary: "Set whether the schema is required, and whether it is locked",
  access: manager,
  records: "queue.schema_changed",
  changes: ["case_schema", "queue"],
  params,
  body: z.strictObject({ guarded: z.boolean().optional(), frozen: z.boolean().optional() }),
  reply: QueueJsonSchema,
  errors: ["no_schema"],
});

export const listQueueJsonSchemaVersions = endpoint({
  name: "listQueueJsonSchemaVersions",
  method: "GET",
  path: `${path}/versions`,
  area,
  summary: "The versions of a queue's schema, newest first",
  access: member,
  reads: ["case_schema"],
  ours: "Who changed what and why is part of a schema's page.",
  params,
  query: z.strictObject(page(20, 100)),
  reply: z.strictObject({ versions: z.array(JsonSchemaVersion), total: int53, limit: z.int(), offset: int53 }),
});

export const getCaseJsonSchema = endpoint({
  name: "getCaseJsonSchema",
  method: "GET",
  path: "/v2/cases/{case_id}/json-schema",
  area: "Cases",
  summary: "The version that the data of a case was checked against; null where it was not",
  access: { scope: "team", by: "case_id", role: "team:member" },
  reads: ["case", "case_schema"],
  ours: "A case keeps its version when the queue moves to another one or to none.",
  params: z.strictObject({ case_id: idOf("case") }),
  reply: z.strictObject({
    schema: DeclaredSchema,
    schema_id: uuid.nullable(),
    version: int53.nullable(),
  }),
});

export const listJsonSchemaFamilies = endpoint({
  name: "listJsonSchemaFamilies",
  method: "GET",
  path: "/v2/teams/{teamId}/json-schemas",
  area,
  summary: "The schemas of a team's queues, those changed last first",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["case_schema"],
  ours: "Attaching a family needs its id, which no other list tells.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject(page(100, 100)),
  reply: z.strictObject({ families: z.array(JsonSchemaFamily), total: int53, limit: z.int(), offset: int53 }),
});
