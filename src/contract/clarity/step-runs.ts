import { endpoint } from "#contract/endpoint.ts";
import { int53, page, queryFlag, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { runStatus } from "#contract/runs/run.ts";
import { z } from "#contract/zod.ts";

const ClarityStepRun = record("ClarityStepRun", {
  run_id: uuid,
  run_number: int53,
  title: z.string(),
  agent_id: uuid,
  agent_name: z.string(),
  status: runStatus,
  /** Whether the run failed at this step. */
  failed: z.boolean(),
  /** When it last started the step, and how often it has. */
  started_at: timestamp,
  times: int53,
  /** What the step took of all these times together, without what people took, in milliseconds; null while the run is at it. */
  took_ms: int53.nullable(),
  waited_ms: int53,
  /** Where its transcript says so, as `offset` of its messages; null where the message is gone. */
  message_offset: int53.nullable(),
});
export type ClarityStepRun = z.output<typeof ClarityStepRun>;

export const listClarityStepRuns = endpoint({
  name: "listClarityStepRuns",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/step-runs",
  area: "Clarity",
  summary: "Runs that did a step of a process, the last ones first; below Manager only one's own",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["run", "run_message", "human_request", "clarity_process"],
  ours: "The specification has no way from a process to the runs of the agent that was built from it.",
  params: z.strictObject({ process_id: idOf("clarity_process") }),
  query: z.strictObject({ ...page(20, 100), step_id: text(1, 200), failed: queryFlag.optional() }),
  reply: record("ClarityStepRunPage", {
    runs: z.array(ClarityStepRun),
    total: int53,
    /** Of all these runs, however the list is narrowed. */
    failed_total: int53,
    limit: int53,
    offset: int53,
  }),
});
