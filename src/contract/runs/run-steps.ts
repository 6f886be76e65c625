import { endpoint } from "#contract/endpoint.ts";
import { int53, timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { mayOpenRun } from "./rights.ts";
import { RunTime } from "./run-time.ts";

/** The tool by which a model says at which step of its instructions it is. */
export const startStepName = "start_step";

/** Ours: steps that are kept of one run, those that it came to again included. */
export const maxRunSteps = 500;

const RunStep = record("RunStep", {
  step_id: z.string(),
  started_at: timestamp,
  /** When the next one started, or the run ended; null while the run is at it. */
  ended_at: timestamp.nullable(),
  /** How much of that it waited for people, in milliseconds; what is still open is not in it. */
  waited_ms: int53,
  /** Whether the run failed at it. */
  failed: z.boolean(),
  /** Position (as `offset` of the message list) of the call that said so; null where the message is gone. */
  message_offset: int53.nullable(),
});
export type RunStep = z.output<typeof RunStep>;

export const listRunSteps = endpoint({
  name: "listRunSteps",
  method: "GET",
  path: "/v2/runs/{run_id}/steps",
  area: "Runs",
  summary: "The steps that a run came to, and what its time went to",
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  reads: ["run", "run_message", "human_request"],
  ours: "The specification knows no steps of runs; instructions that a process gives name them in their headings.",
  params: z.strictObject({ run_id: idOf("run") }),
  reply: z.strictObject({ steps: z.array(RunStep).max(maxRunSteps), time: RunTime }),
  errors: ["forbidden"],
});
