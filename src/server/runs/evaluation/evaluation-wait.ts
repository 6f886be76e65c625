import { sql } from "drizzle-orm";
import type { EvaluationWait } from "#contract/runs/evaluations.ts";

/** So often a model is asked before its verdict is given up. */
export const maxAttempts = 4;

/** How an evaluation was given back: whether it was a try, and the fault that is waited out. */
export interface GivenBack {
  readonly counted: boolean;
  readonly reason?: string;
}

/** What is written of an evaluation that was given back: a model is asked again after `delayMs`. */
export function askedAgain(delayMs: number, { counted, reason }: GivenBack) {
  return {
    next_attempt_at: sql`now() + make_interval(secs => ${delayMs / 1000}::float8)`,
    asked_at: null,
    retry_reason: reason ?? null,
    ...(!counted && { attempt: sql`attempt - 1` }),
  };
}

/** What `run_evaluations` and `case_evaluations` have in common. */
interface Waiting {
  readonly status: string;
  readonly attempt: number;
  readonly model: string | null;
  readonly asked_at: string | null;
  readonly retry_reason: string | null;
  readonly next_attempt_at: string | null;
}

/** What an evaluation waits for; null for one that is not in progress. */
export function waitOf({ status, attempt, model, asked_at, retry_reason, next_attempt_at }: Waiting): EvaluationWait | null {
  if (status !== "in_progress" || next_attempt_at === null) return null;
  if (model === null) return { for: "place", since: asked_at ?? next_attempt_at };
  // Its lease, after which another worker asks, ends no sooner than the patience of the one that has it.
  if (asked_at !== null) return { for: "answer", model, since: asked_at, asked_again_at: next_attempt_at };
  if (retry_reason === null) return { for: "place", since: next_attempt_at };
  return { for: "retry", model, attempt, attempts: maxAttempts, next_at: next_attempt_at, reason: retry_reason };
}
