import type * as contract from "#contract/queues/queue-json-schema.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { findCaseSchema, findQueueSchema, listFamilies, listVersions, lockFamily, setQueueSchema } from "./case-schemas.store.ts";
import { declareSchema, requireUnfrozen } from "./declare-schema.ts";
import { findDetachment } from "#server/queues/queues/queue-deletion.store.ts";
import { lockQueue, type QueueRecord } from "#server/queues/queues/queues.store.ts";

export const queueJsonSchemaHandlers: Handlers<typeof contract> = {
  getQueueJsonSchema: ({ params }, context) => required(context, params.queue_id),

  async replaceQueueJsonSchema({ params, body }, context) {
    const { schema, change_summary, expected_schema_id: expected } = body;
    const queue = await hold(context, params.queue_id);
    await declareSchema(context.db, queue, { schema, change_summary, userId: context.caller.userId }, expected);
    return answer(context, queue.id);
  },

  async attachQueueJsonSchema({ params, body }, context) {
    const { db, team } = context;
    const queue = await hold(context, params.queue_id);
    if (queue.schema_family_id !== null) throw refuse("has_schema");
    if (!(await lockFamily(db, body.family_id, team.id))) throw invalid(["family_id"], "These fields do not exist in this team");
    await setQueueSchema(db, queue.id, { schema_family_id: body.family_id });
    return answer(context, queue.id);
  },

  async detachQueueJsonSchema({ params }, context) {
    const queue = await hold(context, params.queue_id);
    if (queue.schema_family_id === null) throw refuse("no_schema");
    requireUnfrozen(queue);
    await setQueueSchema(context.db, queue.id, { schema_family_id: null });
    return answer(context, queue.id);
  },

  async previewQueueJsonSchemaDetachment({ params }, context) {
    await required(context, params.queue_id);
    return findDetachment(context.db, context.team.id, params.queue_id);
  },

  async updateQueueJsonSchemaSettings({ params, body }, context) {
    const { db, team } = context;
    const queue = await hold(context, params.queue_id);
    if (body.frozen === true && queue.schema_family_id === null) throw refuse("no_schema");
    // Whoever makes a further version by another queue reads this first.
    if (queue.schema_family_id !== null) await lockFamily(db, queue.schema_family_id, team.id);
    await setQueueSchema(db, queue.id, { schema_guarded: body.guarded, schema_frozen: body.frozen });
    return answer(context, queue.id);
  },

  async listQueueJsonSchemaVersions({ params, query }, { db }) {
    return { ...(await inSnapshot(db, (at) => listVersions(at, params.queue_id, query))), limit: query.limit, offset: query.offset };
  },

  async getCaseJsonSchema({ params }, { db }) {
    const found = await findCaseSchema(db, params.case_id);
    if (!found) throw refuse("not_found");
    return found;
  },

  async listJsonSchemaFamilies({ query }, { db, team }) {
    return { ...(await inSnapshot(db, (at) => listFamilies(at, team.id, query))), limit: query.limit, offset: query.offset };
  },
};

async function hold({ db }: Context, queueId: string): Promise<QueueRecord> {
  const queue = await lockQueue(db, queueId);
  if (!queue) throw refuse("not_found");
  return queue;
}

async function required({ db }: Context, queueId: string) {
  const found = await findQueueSchema(db, queueId);
  if (!found) throw refuse("not_found");
  return found;
}

/** Tells the screens of every queue that shares the schema. */
async function answer(context: Context, queueId: string) {
  const found = await required(context, queueId);
  for (const id of [queueId, ...found.shared_with.map((queue) => queue.id)])
    for (const topic of ["queue", "case_schema"] as const) context.changed(topic, id);
  return found;
}
