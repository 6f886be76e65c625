import { change, event, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { severities } from "./evaluations.ts";
import { failureCodes } from "./failures.ts";

const of = subjects({
  run: { by: "run_id", in: "run" },
  human_request: { by: "request_id" },
});

const ofRun = { agent_id: uuid };

export const runEvents = {
  "run.created": event(of.run, { ...ofRun, case_id: uuid.nullable() }),
  /** It asks a person. */
  "run.waiting": event(of.run, ofRun),
  "run.completed": event(of.run, ofRun),
  "run.failed": event(of.run, { ...ofRun, code: z.enum(failureCodes).nullable() }),
  "run.interrupted": event(of.run, ofRun),
  /** As many runs have followed from it as may: the next one was not started. */
  "run.descendants_spent": event(of.run, { ...ofRun, started: z.int() }),
  /** Judged by its rubrics: the worst severity among those that failed. */
  "run.evaluated": event(of.run, { ...ofRun, failed: z.enum(severities).nullable() }),
  /** A person wrote to it. */
  "run.messaged": change(of.run),
  /** Of an approval, what was decided. Of a question, what was answered is text. */
  "human_request.answered": change(of.human_request, { run_id: uuid, approved: z.boolean().optional(), always: z.boolean().optional() }),
};

type RunEvents = typeof runEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends RunEvents {}
}
