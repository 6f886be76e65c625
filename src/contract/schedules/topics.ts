import { topics } from "#contract/topics.ts";

const scheduleTopics = topics({
  schedule: { by: "schedule_id", of: "person" },
  event_trigger: { by: "trigger_id", of: "person" },
  webhook_source: { by: "source_id" },
});

type ScheduleTopics = typeof scheduleTopics;
declare module "#contract/topics.ts" {
  interface TopicCatalogue extends ScheduleTopics {}
}
