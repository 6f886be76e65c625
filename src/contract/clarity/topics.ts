import { topics } from "#contract/topics.ts";

const clarityTopics = topics({
  clarity_process: { by: "process_id" },
  /** Places, links, people, and what the landscape is being organized by. It is the organization's: each of its teams is told. */
  clarity_landscape: {},
  clarity_label: {},
  clarity_export: {},
});

type ClarityTopics = typeof clarityTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends ClarityTopics {}
}
