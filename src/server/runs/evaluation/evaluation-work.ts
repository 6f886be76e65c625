import { activeRubrics } from "#server/agents/rubrics/eval-rubrics.store.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work } from "#server/engine/work.ts";
import { judgeDue, tryToJudge } from "./due-loop.ts";
import {
  claimDue,
  dropEvaluation,
  evaluationsDue,
  type EvaluationRecord,
  type Judged,
  type Outcome,
  noteAsked,
  postpone,
  runToJudge,
  settleEvaluation,
} from "./evaluation.store.ts";
import { judge } from "./judge.ts";
import { judgeFor, outcomeOf } from "./outcome.ts";
import { propose } from "./propose.ts";
import { transcriptOf } from "./transcript.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const evaluations = figure("caseload_evaluations_total", "Evaluations of runs, by result.", "result");

/** Judges runs that have ended. */
function createEvaluations(services: EngineServices): { close(): Promise<void> } {
  return judgeDue(services, {
    what: "runs",
    due: evaluationsDue,
    claim: (limit) => claimDue(services.store.db, limit),
    key: ({ run_id, lease }) => `${run_id} ${lease}`,
    work: (evaluation, closing) => work(services, evaluation, closing),
    postpone: (evaluation, delayMs, how) => postpone(services.store.db, evaluation, delayMs, how),
  });
}

/** One evaluation from its claim to what is written about it. */
async function work(services: EngineServices, evaluation: EvaluationRecord, closing: AbortSignal): Promise<void> {
  const { db } = services.store;
  const judged = await runToJudge(db, evaluation.run_id);
  if (!judged) return;
  const { run } = judged;
  const model = judgeFor(services, judged.config);
  const evaluationChanged = () => services.live.publish({ teamId: run.team_id, topic: "evaluation", id: run.agent_id });
  await noteAsked(db, evaluation, model);
  evaluationChanged();
  const tried = await tryToJudge((signal) => look(services, evaluation, judged, signal), {
    attempt: evaluation.attempt,
    model,
    closing,
    patienceMs: services.config.model.retryForMs,
  });
  if ("againAfterMs" in tried) {
    await postpone(db, evaluation, tried.againAfterMs, tried);
    return evaluationChanged();
  }
  const outcome = tried.found;
  let suggested = false;
  if (!outcome) await dropEvaluation(db, evaluation);
  else
    await db.transaction(async (tx) => {
      if (await settleEvaluation(tx, evaluation, outcome)) suggested = await propose(tx, evaluation, outcome);
    });
  services.metrics.count(evaluations, { result: outcome?.status ?? "dropped" });
  services.live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id });
  evaluationChanged();
  if (suggested) services.live.publish({ teamId: run.team_id, topic: "suggestion", id: run.agent_id });
}

/** What a judge says; undefined when there is nothing left to judge by. Throws a ModelFault. */
async function look(
  services: EngineServices,
  evaluation: EvaluationRecord,
  { run, config }: Judged,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { db } = services.store;
  const rubrics = await activeRubrics(db, evaluation.build_id);
  if (rubrics.length === 0) return undefined;
  const name = judgeFor(services, config);
  const material = { kind: "run", status: run.status, rubrics, transcript: await transcriptOf(db, run) } as const;
  return outcomeOf(await judge({ name, port: services.model(name) }, material, signal), name);
}

export const judgeRuns: Work = {
  name: "evaluations of runs",
  start: createEvaluations,
  places: { kind: "evaluation", most: ({ model }) => model.judges },
  // Behind those that wait for their turn: what is at work each time that a process is lost would soon be given up.
  letGo: "update run_evaluations set next_attempt_at = now(), asked_at = null where status = 'in_progress' and asked_at is not null",
};
