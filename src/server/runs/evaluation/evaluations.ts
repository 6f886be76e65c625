import { eq, inArray } from "drizzle-orm";
import type * as contract from "#contract/runs/evaluations.ts";
import type { Verdict } from "#contract/runs/evaluations.ts";
import type { Db } from "#server/platform/db/open.ts";
import { evalRubrics, runEvaluations } from "#server/agents/rubrics/evaluations.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { type EvaluationRecord, summaryOf } from "./evaluation.store.ts";
import { waitOf } from "./evaluation-wait.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { requireRun } from "#server/runs/runs/run-access.ts";

export const evaluationHandlers: Handlers<typeof contract> = {
  async getRunEvaluation({ params }, context) {
    const { db } = context;
    const [found] = await db
      .select({ run: { team_id: runs.team_id, user_id: runs.user_id, agent_id: runs.agent_id }, evaluation: runEvaluations })
      .from(runs)
      .leftJoin(runEvaluations, eq(runEvaluations.run_id, runs.id))
      .where(eq(runs.id, params.runId));
    if (found?.run.agent_id !== params.agentId) throw refuse("not_found");
    requireRun(context, found.run);
    const { evaluation } = found;
    if (!evaluation) return { data: null, summary: null, wait: null, verdicts: [] };
    const { status, final_comment: comment, verdicts } = evaluation;
    if (status === "in_progress") return { data: null, summary: { status, passed: 0, total: 0 }, wait: waitOf(evaluation), verdicts: [] };
    const active = await stillActive(db, verdicts);
    return {
      data: analysisOf(evaluation),
      summary: summaryOf({ status, verdicts, comment }),
      wait: null,
      verdicts: verdicts.map((verdict) => ({ ...verdict, active: active.has(verdict.rubric_id) })),
    };
  },
};

async function stillActive(db: Db, verdicts: readonly Verdict[]): Promise<Set<string>> {
  if (verdicts.length === 0) return new Set();
  const rows = await db
    .select({ id: evalRubrics.id, deleted_at: evalRubrics.deleted_at })
    .from(evalRubrics)
    .where(
      inArray(
        evalRubrics.id,
        verdicts.map((v) => v.rubric_id),
      ),
    );
  return new Set(rows.filter((row) => row.deleted_at === null).map((row) => row.id));
}

function analysisOf({ id, run_id, model, evaluated_at, created_at, verdicts, final_comment }: EvaluationRecord) {
  const entries = verdicts.flatMap(({ slug, passed, severity, reason }): [string, boolean | string | null][] => [
    [slug, passed],
    [`${slug}__severity`, severity],
    [`${slug}__reason`, reason],
  ]);
  const data = { ...Object.fromEntries(entries), ...(final_comment && { final_comment }) };
  return { id, run_id, created_at: evaluated_at ?? created_at, source: model, output: { data } };
}
