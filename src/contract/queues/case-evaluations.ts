import { endpoint } from "#contract/endpoint.ts";
import { timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { EvaluationWait, GivenVerdict } from "#contract/runs/evaluations.ts";
import { EvalSummary } from "#contract/runs/run.ts";
import { z } from "#contract/zod.ts";

/**
 * A case is judged each time it comes to its end as completed or failed, if an agent ever claimed it; a canceled one is not, because its
 * work was stopped on purpose. A case that is opened again keeps what was found before until it ends once more.
 */
export const getCaseEvaluation = endpoint({
  name: "getCaseEvaluation",
  method: "GET",
  path: "/v2/cases/{case_id}/evaluation",
  area: "Cases",
  summary: "The evaluation of a case; null when it has none (yet)",
  access: { scope: "team", by: "case_id", role: "team:member" },
  reads: ["case"],
  ours: "The sources only count results; a person who corrects a case needs each of them and the wording of its rubric.",
  params: z.strictObject({ case_id: idOf("case") }),
  reply: z.strictObject({
    summary: EvalSummary.nullable(),
    /** Null unless the evaluation is in progress. */
    wait: EvaluationWait.nullable(),
    evaluated_at: timestamp.nullable(),
    /** Who judged. */
    model: z.string().nullable(),
    /** `active`: later cases of the queue are still judged by it. */
    verdicts: z.array(GivenVerdict),
  }),
});
