import { idKinds } from "#contract/ids.ts";

const scheduleIds = idKinds({
  event_trigger: "event trigger",
  schedule: "schedule",
  trigger_event: "event",
  webhook_source: "webhook source",
});

type ScheduleIds = typeof scheduleIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends ScheduleIds {}
}
