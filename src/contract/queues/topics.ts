import { topics } from "#contract/topics.ts";

const queueTopics = topics({
  queue: { by: "queue_id" },
  label: { by: "queue_id" },
  case_schema: { by: "queue_id" },
  case_rubric: { by: "queue_id" },
  case: { by: "case_id" },
  case_run: { by: "case_id" },
  /** No address names a batch: it is told where one is opened, answered or closed. */
  case_approval: { by: "batch_id" },
  case_attachment: { by: "case_id" },
  case_job: { by: "job_id" },
  case_trigger: {},
});

type QueueTopics = typeof queueTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends QueueTopics {}
}
