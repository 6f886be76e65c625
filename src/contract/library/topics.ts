import { topics } from "#contract/topics.ts";

const libraryTopics = topics({
  file: { by: "path" },
  skill: { by: "skill_id" },
});

type LibraryTopics = typeof libraryTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends LibraryTopics {}
}
