import { CaseSchemaDocument } from "#contract/queues/case-schema.ts";
import { changeSummary } from "#contract/queues/queue-json-schema.ts";
import { z } from "#contract/zod.ts";
import { type CaseQueue, queueNamed, queueNames, whichQueue } from "#server/queues/dispatch/case-queues.ts";
import { findQueueSchema } from "#server/queues/schemas/case-schemas.store.ts";
import { declareSchema } from "#server/queues/schemas/declare-schema.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import { type Tool, ToolError, tool } from "#server/engine/tools/tool.ts";

const type = "cases";

export function getCaseSchema(queues: readonly CaseQueue[]): Tool {
  return tool({
    name: "get_case_schema",
    type,
    effect: "none",
    description: `Read what the data of a queue's cases has to look like. Queues: ${queueNames(queues)}.`,
    parameters: z.strictObject({ queue: whichQueue(queues) }),
    async execute({ queue: called }, { services: { store } }) {
      const queue = queueNamed(queues, called);
      const found = await findQueueSchema(store.db, queue.id);
      if (!found) throw new ToolError(`The queue ${queue.name} was deleted.`);
      const { schema, version, guarded } = found;
      return { queue: queue.name, schema, version, typed_cases_only: guarded };
    },
  });
}

/** The first one only: what people and other agents count on changes by people. */
export function declareCaseSchema(queues: readonly CaseQueue[]): Tool {
  return tool({
    name: "declare_case_schema",
    type,
    effect: "store",
    description: `Declare what the data of a queue's cases has to look like, where the queue has no schema yet: JSON Schema, every object with "additionalProperties": false, every array with "items". Queues: ${queueNames(queues)}.`,
    parameters: z.strictObject({ queue: whichQueue(queues), schema: CaseSchemaDocument, change_summary: changeSummary }),
    async execute(tx, { queue: called, schema, change_summary }, { run, services, afterCommit }) {
      const named = queueNamed(queues, called);
      const queue = await lockQueue(tx, named.id);
      if (!queue) throw new ToolError(`The queue ${named.name} was deleted.`);
      if (queue.schema_family_id !== null) throw new ToolError(`The queue ${named.name} has a schema already; get_case_schema reads it.`);
      await declareSchema(tx, queue, { ...run.secrets.redactor.json({ schema, change_summary }), userId: run.user_id }, null);
      afterCommit(() => services.live.publish({ teamId: run.team_id, topic: "queue", id: queue.id }));
      return { queue: named.name, version: 1 };
    },
  });
}
