import { idKinds } from "#contract/ids.ts";

const queueIds = idKinds({
  approval: "row of an approval",
  case: "case",
  case_attachment: "attachment",
  case_event: "event in the history of the case",
  case_trigger: "case trigger",
  label: "label",
  queue: "queue",
  queue_rubric: "rubric of the queue",
});

type QueueIds = typeof queueIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends QueueIds {}
}
