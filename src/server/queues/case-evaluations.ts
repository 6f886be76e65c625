import { and, eq, inArray, isNull } from "drizzle-orm";
import type * as contract from "#contract/queues/case-evaluations.ts";
import type { Verdict } from "#contract/runs/evaluations.ts";
import type { Db } from "#server/db/open.ts";
import { caseEvaluations, queueRubrics } from "#server/db/tables/case-evaluation.ts";
import type { Handlers } from "#server/http/context.ts";

export const caseEvaluationHandlers: Handlers<typeof contract> = {
  async getCaseEvaluation({ params }, { db }) {
    const [found] = await db.select().from(caseEvaluations).where(eq(caseEvaluations.case_id, params.case_id));
    if (!found) return { summary: null, evaluated_at: null, model: null, verdicts: [] };
    const { verdicts, summary, evaluated_at, model } = found;
    const active = await stillActive(db, verdicts);
    return {
      summary: summary ?? { status: "in_progress" as const, passed: 0, total: 0 },
      evaluated_at,
      model,
      verdicts: verdicts.map((verdict) => ({ ...verdict, active: active.has(verdict.rubric_id) })),
    };
  },
};

async function stillActive(db: Db, verdicts: readonly Verdict[]): Promise<Set<string>> {
  const ids = verdicts.map((verdict) => verdict.rubric_id);
  const rows = await db
    .select({ id: queueRubrics.id })
    .from(queueRubrics)
    .where(and(inArray(queueRubrics.id, ids), isNull(queueRubrics.deleted_at)));
  return new Set(rows.map((row) => row.id));
}
