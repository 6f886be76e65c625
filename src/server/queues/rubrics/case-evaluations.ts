import type * as contract from "#contract/queues/case-evaluations.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { waitOf } from "#server/runs/evaluation/evaluation-wait.ts";
import { activeRubrics, findCaseEvaluation } from "./case-verdicts.store.ts";

export const caseEvaluationHandlers: Handlers<typeof contract> = {
  async getCaseEvaluation({ params }, { db }) {
    const found = await findCaseEvaluation(db, params.case_id);
    if (!found) return { summary: null, wait: null, evaluated_at: null, model: null, verdicts: [] };
    const { verdicts, summary, evaluated_at, model } = found;
    const active = await activeRubrics(db, verdicts);
    return {
      summary: summary ?? { status: "in_progress" as const, passed: 0, total: 0 },
      wait: waitOf(found),
      evaluated_at,
      model: evaluated_at === null ? null : model,
      verdicts: verdicts.map((verdict) => ({ ...verdict, active: active.has(verdict.rubric_id) })),
    };
  },
};
