import { idKinds } from "#contract/ids.ts";

const clarityIds = idKinds({
  clarity_process: "process",
  clarity_snapshot: "version",
  clarity_capture: "capture",
  clarity_conversation: "conversation about a process",
  clarity_message: "message of such a conversation",
  clarity_request: "request for a capture",
  clarity_node: "place in the landscape",
  clarity_person: "person of a process",
  clarity_link: "link between processes",
  clarity_label: "process label",
  clarity_export: "export of a process",
});

type ClarityIds = typeof clarityIds;
declare module "#contract/ids.ts" {
  interface IdCatalogue extends ClarityIds {}
}
