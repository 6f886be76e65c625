import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Verdict } from "#contract/runs/evaluations.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseEvaluations, queueRubrics } from "./case-evaluation.table.ts";

/** What a case was judged, or is about to be; undefined for one that nobody asked a verdict of. */
export async function findCaseEvaluation(db: Db, caseId: string): Promise<typeof caseEvaluations.$inferSelect | undefined> {
  const [found] = await db.select().from(caseEvaluations).where(eq(caseEvaluations.case_id, caseId));
  return found;
}

/** The ids of those rubrics of these verdicts that cases are still judged by. */
export async function activeRubrics(db: Db, verdicts: readonly Verdict[]): Promise<Set<string>> {
  const ids = verdicts.map((verdict) => verdict.rubric_id);
  const rows = await db
    .select({ id: queueRubrics.id })
    .from(queueRubrics)
    .where(and(inArray(queueRubrics.id, ids), isNull(queueRubrics.deleted_at)));
  return new Set(rows.map((row) => row.id));
}
