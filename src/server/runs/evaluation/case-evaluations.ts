import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import {
  type CaseEvaluationRecord,
  casesDue,
  caseToJudge,
  claimDueCases,
  dropCaseEvaluation,
  noteCaseAsked,
  postponeCase,
  settleCaseEvaluation,
  type SettledCase,
} from "./case-evaluation.store.ts";
import { transcriptOfCase } from "./case-transcript.ts";
import { judgeDue, tryToJudge } from "./due-loop.ts";
import type { Outcome } from "./evaluation.store.ts";
import { judge } from "./judge.ts";
import { judgeFor, outcomeOf } from "./outcome.ts";
import { rubricsFor } from "./rubrics-of-queue.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const evaluations = figure("caseload_case_evaluations_total", "Evaluations of cases, by result.", "result");

/** How soon a case is looked at again whose rubrics are just being made. */
const soonMs = 500;

/** Judges cases that have come to their end. */
function createCaseEvaluations(services: EngineServices): { close(): Promise<void> } {
  return judgeDue(services, {
    what: "cases",
    due: casesDue,
    claim: (limit) => claimDueCases(services.store.db, limit),
    key: ({ case_id, lease }) => `${case_id} ${lease}`,
    work: (evaluation, closing) => work(services, evaluation, closing),
    postpone: (evaluation, delayMs, how) => postponeCase(services.store.db, evaluation, delayMs, how),
  });
}

async function work(services: EngineServices, evaluation: CaseEvaluationRecord, closing: AbortSignal): Promise<void> {
  const { db } = services.store;
  const one = await caseToJudge(db, evaluation.case_id);
  if (!one) return;
  const model = judgeFor(services, one.config);
  const evaluationChanged = () => services.live.publish({ teamId: one.team_id, topic: "case", id: one.id });
  await noteCaseAsked(db, evaluation, model);
  evaluationChanged();
  const tried = await tryToJudge((signal) => look(services, one, model, signal), {
    attempt: evaluation.attempt,
    model,
    closing,
    patienceMs: services.config.model.retryForMs,
  });
  if ("againAfterMs" in tried) {
    await postponeCase(db, evaluation, tried.againAfterMs, tried);
    return evaluationChanged();
  }
  if (tried.found === undefined) return postponeCase(db, evaluation, soonMs, { counted: false });
  if (tried.found === null) {
    await dropCaseEvaluation(db, evaluation);
    return casesChanged(services.live, one.team_id, one.queue_id, [one.id]);
  }
  await settleCaseEvaluation(db, evaluation, tried.found);
  services.metrics.count(evaluations, { result: tried.found.status });
  casesChanged(services.live, one.team_id, one.queue_id, [one.id]);
  services.live.publish({ teamId: one.team_id, topic: "case_rubric", id: one.queue_id });
}

/** What a judge says; null where there is no rubric, undefined while another worker makes them. Throws a ModelFault. */
async function look(services: EngineServices, one: SettledCase, name: string, signal: AbortSignal): Promise<Outcome | null | undefined> {
  const { db } = services.store;
  const model = { name, port: services.model(name) };
  const rubrics = await rubricsFor(db, one.queue_id, model, signal);
  if (!rubrics) return undefined;
  if (rubrics.length === 0) return null;
  const material = { kind: "case", status: one.state, rubrics, transcript: await transcriptOfCase(db, one) } as const;
  return outcomeOf(await judge(model, material, signal), name);
}

export const judgeCases: Work = {
  name: "evaluations of cases",
  start: createCaseEvaluations,
  places: { kind: "evaluation", most: ({ model }) => model.judges },
  // Behind those that wait for their turn, as runs.
  letGo: `update case_evaluations set next_attempt_at = now(), asked_at = null where status = 'in_progress' and asked_at is not null;
    update queue_versions set generating_until = null where generating_until is not null`,
};
