import { topics } from "#contract/topics.ts";

const connectionTopics = topics({
  secret: { by: "id", of: "person" },
  login: { by: "id", of: "person" },
  integration: {},
  connection: { by: "connection_id", of: "person" },
  connection_sharing: { of: "nobody" },
});

type ConnectionTopics = typeof connectionTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends ConnectionTopics {}
}
