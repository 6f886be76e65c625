import { EvalRubric, rubricDescription, rubricTitle } from "#contract/agents/eval-rubrics.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, Success, timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Of one queue. */
export const maxQueueRubrics = 12;

export const rubricSources = ["generated", "manual"] as const;

export const QueueRubric = record("QueueRubric", {
  ...EvalRubric.shape,
  /** Ours: made from the instructions of the connected agents, or written by a person. */
  source: z.enum(rubricSources),
});
export type QueueRubric = z.output<typeof QueueRubric>;

/**
 * Rubrics are of a version of the queue: of the live revisions of the agents that put work in and take it out. The first version begins
 * when the first case that an agent worked on comes to its end. When those revisions have changed by the time that a case ends, another
 * version begins: its generated rubrics are made anew, those of people stay. A queue whose rubrics are all of people has nothing made anew.
 */
const set = z.strictObject({
  rubrics: z.array(QueueRubric),
  /** Ours: counted from 1; null before there is one. */
  version: int53.nullable(),
  /** Ours: when the version began. */
  version_created_at: timestamp.nullable(),
  /** Ours: rubrics are being made right now. */
  generating: z.boolean(),
});
export type QueueRubricSet = z.output<typeof set>;

const area = "Case rubrics";
const read = { scope: "team", by: "queue_id", role: "team:member" } as const;
const change = { scope: "team", by: "queue_id", role: "team:manager" } as const;
const queue = z.strictObject({ queue_id: idOf("queue") });
const one = z.strictObject({ queue_id: idOf("queue"), rubric_id: idOf("queue_rubric") });
const words = record("QueueRubricWords", { title: rubricTitle, description: rubricDescription });
const reply = z.strictObject({ rubric: QueueRubric });

export const getCaseQueueEvalRubrics = endpoint({
  name: "getCaseQueueEvalRubrics",
  method: "GET",
  path: "/v2/case-queues/{queue_id}/eval-rubrics",
  area,
  summary: "The rubrics of a queue",
  access: read,
  reads: ["case_rubric"],
  params: queue,
  reply: set,
});

export const createCaseQueueEvalRubric = endpoint({
  name: "createCaseQueueEvalRubric",
  method: "POST",
  path: "/v2/case-queues/{queue_id}/eval-rubrics",
  area,
  summary: `Add a rubric to the current version of a queue (at most ${maxQueueRubrics}); refused before the first case handled by an agent has closed`,
  access: change,
  records: "queue.rubrics_changed",
  changes: ["case_rubric"],
  params: queue,
  body: words,
  reply,
  status: 201,
  errors: ["no_rubric_version", "too_many_rubrics"],
  creates: "replayed",
});

export const replaceCaseQueueEvalRubrics = endpoint({
  name: "replaceCaseQueueEvalRubrics",
  method: "PUT",
  path: "/v2/case-queues/{queue_id}/eval-rubrics",
  area,
  summary: "Replace all rubrics of a queue, including generated ones; evaluated cases keep their results",
  access: change,
  records: "queue.rubrics_changed",
  changes: ["case_rubric"],
  params: queue,
  body: z.strictObject({ rubrics: z.array(words).min(1).max(maxQueueRubrics) }),
  reply: set,
  errors: ["no_rubric_version"],
});

export const updateCaseQueueEvalRubric = endpoint({
  name: "updateCaseQueueEvalRubric",
  method: "PATCH",
  path: "/v2/case-queues/{queue_id}/eval-rubrics/{rubric_id}",
  area,
  summary: "Replace a rubric's wording; results stay with the old one",
  access: change,
  records: "queue.rubrics_changed",
  changes: ["case_rubric"],
  params: one,
  body: words.partial(),
  reply,
});

export const deleteCaseQueueEvalRubric = endpoint({
  name: "deleteCaseQueueEvalRubric",
  method: "DELETE",
  path: "/v2/case-queues/{queue_id}/eval-rubrics/{rubric_id}",
  area,
  summary: "Remove a rubric; earlier results stay, and the last rubric of a queue cannot be removed",
  access: change,
  records: "queue.rubrics_changed",
  changes: ["case_rubric"],
  params: one,
  reply: Success,
  errors: ["last_rubric"],
});
