import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Why a run, or the writing of a configuration, failed (ours). The message beside it says what happened, in words for people. */
export const failureCodes = [
  // The model and its provider.
  "model_not_configured",
  "model_not_found",
  "model_refused",
  /** The provider's account has no credit left. */
  "account_exhausted",
  "content_too_large",
  "invalid_input",
  /** The answer reached its length limit, also after it was continued. */
  "answer_cut",
  /** The provider's filter, or the model itself, declined to answer. */
  "answer_withheld",
  "answer_empty",
  /** One answer after the other called tools with arguments that cannot be read. */
  "unreadable_calls",
  "invalid_output",
  "turn_limit",
  "provider_unavailable",
  "retries_exhausted",
  "scripted_failure",
  "scripted_no_steps",
  // The revision and what it needs.
  "revision_missing",
  "missing_skill",
  "missing_file",
  "secret_unreadable",
  // Programs.
  "sandbox_unavailable",
  "sandbox_lost",
  "invalid_program",
  /** What earlier programs and people left in the sandbox is more than a program has room for. */
  "sandbox_full",
  "code_failed",
  "code_timed_out",
  "code_out_of_memory",
  "code_output_too_long",
  "output_too_large",
  "too_many_outputs",
  "storage_full",
  "interrupted_by_restart",
  /** Each worker that took the run ended with it. */
  "worker_lost",
  "stopped",
  /** A later version of the service stored a code that this one does not know. */
  "unknown",
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The code is one of a stored text: where versions run side by side, one reads what the next has written. */
export const Failure = record("RunFailure", {
  code: z.enum(failureCodes).catch("unknown").meta({ default: undefined }),
  message: z.string(),
});
export type Failure = z.output<typeof Failure>;
