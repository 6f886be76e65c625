import { type SQL, and, eq, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import { type Severity, type Verdict, severities } from "#contract/runs/evaluations.ts";
import type { EvalSummary } from "#contract/runs/run.ts";
import type { Output } from "#contract/zod.ts";
import { recorded } from "#server/platform/events/record.ts";
import type { Db } from "#server/platform/db/open.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { runEvaluations } from "#server/agents/rubrics/evaluations.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { askedAgain, type GivenBack } from "./evaluation-wait.ts";

export type EvaluationRecord = typeof runEvaluations.$inferSelect;
export type Summary = Output<typeof EvalSummary>;

/** A worker's lease of a run's evaluation is this long; what takes longer is given to another. */
export const leaseSeconds = 150;

/**
 * For `writeHeld`: the run has come to an end, so it is to be judged, if its revision has rubrics. A run that ends once more is judged once
 * more, and whoever still judges the earlier end writes nothing.
 */
export const evaluationDue: SQL = sql`
  insert into run_evaluations (run_id, id, agent_id, build_id, status, next_attempt_at)
  select r.id, gen_random_uuid(), r.agent_id, r.build_id, 'in_progress', now() from written w join runs r on r.id = w.id
  where exists (select 1 from eval_rubrics where build_id = r.build_id and deleted_at is null)
  on conflict (run_id) do update set status = 'in_progress', lease = run_evaluations.lease + 1, attempt = 0, next_attempt_at = now(),
    asked_at = null, retry_reason = null, model = null, verdicts = '[]', passed = 0, total = 0, final_comment = null, evaluated_at = null`;

/** Takes what is due and shows on the run that it is being judged. It waits for no lock: a run's end locks the two rows the other way round. */
/** Whether {@link claimDue} may find some. */
export const evaluationsDue = sql`exists (select from run_evaluations where next_attempt_at <= now())`;

export async function claimDue(db: Db, limit: number): Promise<EvaluationRecord[]> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ run_id: string }>(sql`
      select run_id from run_evaluations where next_attempt_at <= now() order by next_attempt_at limit ${limit} for update skip locked`);
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.run_id);
    await tx.execute(sql`
      update runs set eval_summary = '{"status":"in_progress","passed":0,"total":0}', issue_severity = null
      where id in (select id from runs where id = any(${sql.param(ids)}::uuid[]) order by id for no key update skip locked)`);
    return tx
      .update(runEvaluations)
      .set({
        lease: sql`lease + 1`,
        attempt: sql`attempt + 1`,
        asked_at: sql`now()`,
        retry_reason: null,
        next_attempt_at: sql`now() + make_interval(secs => ${leaseSeconds}::int)`,
      })
      .where(sql`run_id = any(${sql.param(ids)}::uuid[])`)
      .returning();
  });
}

export interface Judged {
  readonly run: RunRecord;
  readonly config: Config | null;
}

export async function runToJudge(db: Db, runId: string): Promise<Judged | undefined> {
  const [row] = await db
    .select({ run: runs, config: revisions.config })
    .from(runs)
    .leftJoin(revisions, eq(revisions.id, runs.build_id))
    .where(eq(runs.id, runId));
  return row;
}

export interface Outcome {
  readonly status: "ready" | "unavailable";
  readonly verdicts: Verdict[];
  readonly comment: string | null;
  readonly model: string | null;
}

/** Writes what the judge found, on the evaluation and on the run. Returns false when the lease was lost: nothing is written then. */
export async function settleEvaluation(tx: Db, held: EvaluationRecord, outcome: Outcome): Promise<boolean> {
  await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, held.run_id)).for("no key update");
  const summary = summaryOf(outcome);
  const [kept] = await tx
    .update(runEvaluations)
    .set({
      status: outcome.status,
      verdicts: outcome.verdicts,
      passed: summary.passed,
      total: summary.total,
      final_comment: outcome.comment,
      model: outcome.model,
      next_attempt_at: null,
      asked_at: null,
      evaluated_at: sql`now()`,
    })
    .where(stillHeld(held))
    .returning({ run_id: runEvaluations.run_id });
  if (!kept) return false;
  await tx
    .update(runs)
    .set({ eval_summary: summary, issue_severity: worst(outcome.verdicts) })
    .where(eq(runs.id, held.run_id));
  if (outcome.status === "ready")
    await tx.execute(
      recorded(sql`runs r where r.id = ${held.run_id}`, {
        type: "run.evaluated",
        team: sql`r.team_id`,
        actor: { kind: "service" },
        subject: sql`r.id`,
        data: { agent_id: sql`r.agent_id`, failed: sql`r.issue_severity` },
      }),
    );
  return true;
}

/** Says which model is asked. */
export async function noteAsked(db: Db, held: EvaluationRecord, model: string): Promise<void> {
  if (held.model !== model) await db.update(runEvaluations).set({ model }).where(stillHeld(held));
}

/** Judges again after a while, unless another worker or a further end of the run came between. */
export async function postpone(db: Db, held: EvaluationRecord, delayMs: number, back: GivenBack): Promise<void> {
  await db.update(runEvaluations).set(askedAgain(delayMs, back)).where(stillHeld(held));
}

/** The rubrics were taken away before anybody judged: there is nothing to say about the run, unless somebody else has said it since. */
export async function dropEvaluation(db: Db, held: EvaluationRecord): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, held.run_id)).for("no key update");
    const gone = await tx.delete(runEvaluations).where(stillHeld(held)).returning({ run_id: runEvaluations.run_id });
    if (gone.length > 0) await tx.update(runs).set({ eval_summary: null, issue_severity: null }).where(eq(runs.id, held.run_id));
  });
}

/** What lists and pages of runs show of an evaluation. */
export function summaryOf({ status, verdicts, comment }: Omit<Outcome, "model">): Summary {
  const failed = (severity: Severity) => verdicts.filter((v) => v.passed === false && v.severity === severity).length;
  return {
    status,
    passed: verdicts.filter((v) => v.passed === true).length,
    total: verdicts.filter((v) => v.passed !== null).length,
    ...(comment && { final_comment: comment }),
    severityCounts: { critical: failed("critical"), medium: failed("medium"), low: failed("low") },
  };
}

export function worst(verdicts: readonly Verdict[]): Severity | null {
  return severities.find((severity) => verdicts.some((v) => v.passed === false && v.severity === severity)) ?? null;
}

function stillHeld(held: EvaluationRecord) {
  return and(eq(runEvaluations.run_id, held.run_id), eq(runEvaluations.lease, held.lease), eq(runEvaluations.status, "in_progress"));
}
