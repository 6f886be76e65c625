import { topics } from "#contract/topics.ts";

const dashboardTopics = topics({
  artifact: { by: "artifact_id" },
  artifact_message: { by: "artifact_id" },
});

type DashboardTopics = typeof dashboardTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends DashboardTopics {}
}
