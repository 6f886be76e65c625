import { endpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/ids.ts";
import { z } from "#contract/zod.ts";
import { Case } from "./case.ts";

export const undoCaseEvent = endpoint({
  name: "undoCaseEvent",
  method: "POST",
  path: "/v2/cases/{case_id}/events/{event_id}/undo",
  area: "Cases",
  summary: "Undo a change of status or a postponement: the case returns to its state before the change",
  access: { scope: "team", by: "case_id", role: "team:member" },
  changes: ["case", "queue", "label", "case_run", "run", "run_message", "human_request", "case_approval"],
  ours: "The console offers Undo in place of a question; setting the status before again would lose why the case had ended, and by which run.",
  params: z.strictObject({ case_id: idOf("case"), event_id: idOf("case_event") }),
  reply: z.strictObject({ case: Case }),
  errors: ["not_undoable", "case_changed"],
});
