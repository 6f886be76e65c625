import { topics } from "#contract/topics.ts";

const toyTopics = topics({ toy: { by: "toy_id" } });

type ToyTopics = typeof toyTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends ToyTopics {}
}
