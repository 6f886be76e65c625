import { and, eq, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import { recordOf } from "#server/platform/db/columns.ts";
import { recorded } from "#server/platform/events/record.ts";
import type { Db } from "#server/platform/db/open.ts";
import { caseEvaluations } from "#server/queues/rubrics/case-evaluation.table.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import type { CaseState } from "#server/queues/cases/case-state.ts";
import { askedAgain, type GivenBack } from "./evaluation-wait.ts";
import { leaseSeconds, type Outcome, summaryOf, worst } from "./evaluation.store.ts";

export type CaseEvaluationRecord = typeof caseEvaluations.$inferSelect;

/** Takes what is due. A run that settled its case still says its last words: they are waited for. */
const dueCases = sql`case_evaluations d join cases c on c.id = d.case_id left join runs r on r.id = c.run_id
      where d.next_attempt_at <= now() and coalesce(r.status, '') not in ('not_started', 'pending', 'starting', 'running')`;

/** Whether {@link claimDueCases} may find some. */
export const casesDue = sql`exists (select from ${dueCases})`;

export async function claimDueCases(db: Db, limit: number): Promise<CaseEvaluationRecord[]> {
  const { rows } = await db.execute(sql`
    update case_evaluations e set lease = lease + 1, attempt = attempt + 1, asked_at = now(), retry_reason = null,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds}::int)
    where e.case_id in (
      select d.case_id from ${dueCases}
      order by d.next_attempt_at limit ${limit} for update of d skip locked)
    returning e.*`);
  return rows.map((row) => recordOf(caseEvaluations, row));
}

export interface SettledCase {
  readonly id: string;
  readonly queue_id: string;
  readonly team_id: string;
  readonly title: string;
  readonly data: string;
  readonly state: CaseState;
  /** Of the revision that worked on it last. */
  readonly config: Config | null;
  [key: string]: unknown;
}

export async function caseToJudge(db: Db, caseId: string): Promise<SettledCase | undefined> {
  const { rows } = await db.execute<SettledCase>(sql`
    select c.id, c.queue_id, q.team_id, c.title, c.data, c.state, b.config from cases c join queues q on q.id = c.queue_id
    left join lateral (
      select v.config from case_events e join runs r on r.id = e.run_id join revisions v on v.id = r.build_id
      where e.case_id = c.id and e.type = 'claimed' order by e.seq desc limit 1) b on true
    where c.id = ${caseId}`);
  return rows[0];
}

/** Writes what the judge found, on the evaluation and on the case. Nothing is written when the lease was lost. */
export async function settleCaseEvaluation(db: Db, held: CaseEvaluationRecord, outcome: Outcome): Promise<void> {
  const summary = summaryOf(outcome);
  await db.transaction(async (tx) => {
    // The case before what is found about it: whoever moves it locks them in this order too.
    await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, held.case_id)).for("no key update");
    const [kept] = await tx
      .update(caseEvaluations)
      .set({
        status: outcome.status,
        verdicts: outcome.verdicts,
        summary,
        model: outcome.model,
        next_attempt_at: null,
        asked_at: null,
        evaluated_at: sql`now()`,
      })
      .where(stillHeld(held))
      .returning({ id: caseEvaluations.case_id });
    if (!kept || outcome.status !== "ready") return;
    await tx
      .update(cases)
      .set({ passed: summary.passed === summary.total })
      .where(eq(cases.id, held.case_id));
    await tx.execute(
      recorded(sql`cases c join queues q on q.id = c.queue_id where c.id = ${held.case_id}`, {
        type: "case.evaluated",
        team: sql`q.team_id`,
        actor: { kind: "service" },
        subject: sql`c.id`,
        data: { queue_id: sql`c.queue_id`, failed: sql`${worst(outcome.verdicts)}::text` },
      }),
    );
  });
}

/** Nothing is asked of the case. */
export async function dropCaseEvaluation(db: Db, held: CaseEvaluationRecord): Promise<void> {
  await db.delete(caseEvaluations).where(stillHeld(held));
}

/** Says which model is asked. */
export async function noteCaseAsked(db: Db, held: CaseEvaluationRecord, model: string): Promise<void> {
  if (held.model !== model) await db.update(caseEvaluations).set({ model }).where(stillHeld(held));
}

/** Judges again after a while. */
export async function postponeCase(db: Db, held: CaseEvaluationRecord, delayMs: number, back: GivenBack): Promise<void> {
  await db.update(caseEvaluations).set(askedAgain(delayMs, back)).where(stillHeld(held));
}

function stillHeld(held: CaseEvaluationRecord) {
  return and(eq(caseEvaluations.case_id, held.case_id), eq(caseEvaluations.lease, held.lease), eq(caseEvaluations.status, "in_progress"));
}
