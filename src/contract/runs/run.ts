import { int53, timestamp, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { Failure } from "./failures.ts";
import { waitForModel, waitForRetry } from "./waits.ts";
import { z } from "#contract/zod.ts";

export const runStatuses = ["not_started", "pending", "starting", "running", "waiting", "completed", "failed", "interrupted"] as const;
export type RunStatus = (typeof runStatuses)[number];
export const runStatus = z.enum(runStatuses).meta({ id: "RunStatus" });
export const terminalStatuses = ["completed", "failed", "interrupted"] as const satisfies RunStatus[];
/** The `source` of a run that a schedule started. */
export const scheduleSource = "scheduling";
/** `stopped` reads as interrupted; `needs_attention` as waiting or failed. Both are filters, never stored. */
export type RunFilter = RunStatus | "stopped" | "needs_attention";

const wait = { run_id: uuid, model: z.string().nullable() };
/**
 * What a run at work waits for, once that takes more than a few seconds (ours): the beginning of its model's answer, more of the answer, or the
 * next try after a passing fault.
 */
export const RunWait = choice("RunWait", "for", [
  record("WaitForModel", { ...wait, ...waitForModel }),
  record("WaitForRetry", { ...wait, ...waitForRetry }),
]);
export type RunWait = z.output<typeof RunWait>;

/** A run that another one started, or was started by (ours). */
export const RelatedRun = record("RelatedRun", {
  id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  run_number: int53,
  status: runStatus,
  wait: RunWait.nullable(),
  /** Whether the work was handed over for good, or asked for in between. */
  kind: z.enum(["handover", "sub_agent"]),
  /** The call that started the later one; null where the revision names what comes next. */
  tool_call_id: z.string().nullable(),
});
export type RelatedRun = z.output<typeof RelatedRun>;

export const Run = record("Run", {
  id: uuid,
  agent_id: uuid,
  build_id: uuid,
  status: runStatus,
  source: z.string().nullable(),
  sandbox_id: z.string().nullable(),
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  human_in_the_loop_enabled: z.boolean(),
});
export type Run = z.output<typeof Run>;

export const CaseOfRun = record("CaseOfRun", { id: uuid, title: z.string(), queue_id: uuid, queue_name: z.string() });

/** What the run page shows beyond the specification's record. */
export const RunDetails = record("RunDetails", {
  ...Run.shape,
  title: z.string(),
  run_number: int53,
  team_id: uuid,
  agent_name: z.string(),
  agent_deleted: z.boolean(),
  /** Another team than `team_id` when the agent was moved and the run has not followed it yet. */
  agent_team_id: uuid,
  revision_number: int53,
  user_id: uuid.nullable(),
  user_name: z.string().nullable(),
  failure: Failure.nullable(),
  wait: RunWait.nullable(),
  usage: z.strictObject({ input_tokens: int53, output_tokens: int53 }),
  model: z.string().nullable(),
  message_count: int53,
  /** How much of the time from its start it waited for people, in milliseconds; what is still open is not in it. */
  waited_ms: int53,
  /** Position (as `offset` of the message list) of the first error, for the jump to it. */
  first_error_offset: int53.nullable(),
  /** Newest run of the same agent that completed, on another revision: what to compare a failure with. */
  last_success_build_id: uuid.nullable(),
  /** The case that the run works on or has worked on, as long as it exists (ours: a run that waits for a decision about it has to lead there). */
  case: CaseOfRun.nullable(),
  parent: RelatedRun.nullable(),
  /** What this run started, oldest first, at most 100. */
  children: z.array(RelatedRun),
});
export type RunDetails = z.output<typeof RunDetails>;

export const evaluationStatuses = ["ready", "unavailable", "in_progress"] as const;

export const EvalSummary = record("EvalSummary", {
  passed: z.number(),
  total: z.number(),
  final_comment: z.string().optional(),
  status: z.enum(evaluationStatuses),
  severityCounts: z.strictObject({ critical: int53, medium: int53, low: int53 }).optional(),
});

export const RunRow = record("RunRow", {
  id: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  status: runStatus,
  source: z.string().nullable(),
  title: z.string(),
  run_number: int53,
  agent_id: uuid,
  agent_name: z.string(),
  build_id: uuid,
  user_id: uuid.nullable(),
  case_queue_item_id: uuid.nullable(),
  case_queue_id: uuid.nullable(),
  case_queue_name: z.string().nullable(),
  case_title: z.string().nullable(),
  postponed_to: timestamp.nullable(),
  submitted_prompt_count: int53,
  /** Why it failed, in its first 200 characters (ours). */
  failure_message: z.string().nullable(),
  eval_summaries: EvalSummary.nullable(),
});
export type RunRow = z.output<typeof RunRow>;
