import { change, event } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { severities } from "./evaluations.ts";
import { failureCodes } from "./failures.ts";

const ofRun = { agent_id: uuid };

export const runEvents = {
  "run.created": event("run", { ...ofRun, case_id: uuid.nullable() }),
  /** It asks a person. */
  "run.waiting": event("run", ofRun),
  "run.completed": event("run", ofRun),
  "run.failed": event("run", { ...ofRun, code: z.enum(failureCodes).nullable() }),
  "run.interrupted": event("run", ofRun),
  /** Judged by its rubrics: the worst severity among those that failed. */
  "run.evaluated": event("run", { ...ofRun, failed: z.enum(severities).nullable() }),
  /** A person wrote to it. */
  "run.messaged": change("run"),
  "human_request.answered": change("human_request", { run_id: uuid }),
};
