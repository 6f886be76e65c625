import { mayOpenRun } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { EvalSummary } from "./run.ts";
import { waitForPlace } from "./waits.ts";

export const severities = ["critical", "medium", "low"] as const;
export type Severity = (typeof severities)[number];

/** A rubric as it was when the run was judged, and what the judge found. */
export const Verdict = record("RubricVerdict", {
  rubric_id: uuid,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Null: the judge could not tell. */
  passed: z.boolean().nullable(),
  /** Of a failure. */
  severity: z.enum(severities).nullable(),
  reason: z.string(),
});
export type Verdict = z.output<typeof Verdict>;

/** `active`: its rubric still applies. */
export const GivenVerdict = record("GivenVerdict", { ...Verdict.shape, active: z.boolean() });

/**
 * What an evaluation in progress waits for: a free worker; the model that judges, which is asked again at `asked_again_at` if it has not
 * answered; or the next try. It gives up after `attempts` tries.
 */
export const EvaluationWait = choice("EvaluationWait", "for", [
  record("EvaluationWaitForPlace", waitForPlace),
  record("EvaluationWaitForModel", { for: z.literal("answer"), model: z.string(), since: timestamp, asked_again_at: timestamp }),
  record("EvaluationWaitForRetry", {
    for: z.literal("retry"),
    model: z.string(),
    attempt: z.int(),
    attempts: z.int(),
    next_at: timestamp,
    reason: z.string(),
  }),
]);
export type EvaluationWait = z.output<typeof EvaluationWait>;

const RunEvaluation = record("RunEvaluation", {
  id: uuid,
  created_at: timestamp,
  run_id: uuid,
  /** The model that judged. */
  source: z.string().nullable(),
  output: z.strictObject({
    /** By rubric: its slug, and the slug with `__severity` and `__reason` behind it. */
    data: z.record(z.string(), z.union([z.boolean(), z.string(), z.null()])),
  }),
});

export const getRunEvaluation = endpoint({
  name: "getRunEvaluation",
  method: "GET",
  path: "/v2/agent/{agentId}/runs/{runId}/evaluation",
  area: "Runs",
  summary: "The evaluation of a run, if it has one",
  access: { scope: "team", by: "agentId", role: "team:member" },
  may: mayOpenRun,
  reads: ["evaluation"],
  params: z.strictObject({ agentId: idOf("agent"), runId: idOf("run") }),
  reply: z.strictObject({
    data: RunEvaluation.nullable(),
    /** Ours: the state of the evaluation, as lists of runs show it; null for a run that is not evaluated at all. */
    summary: EvalSummary.nullable(),
    /** Ours: null unless the evaluation is in progress. */
    wait: EvaluationWait.nullable(),
    /** Ours: the same verdicts in order, with the words that they were judged by. `active`: later runs are still judged by them. */
    verdicts: z.array(GivenVerdict),
  }),
  errors: ["forbidden"],
});
