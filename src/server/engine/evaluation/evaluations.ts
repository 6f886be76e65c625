import { activeRubrics } from "#server/agents/eval-rubrics.store.ts";
import { describe } from "#server/engine/describe.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import {
  claimDue,
  dropEvaluation,
  type EvaluationRecord,
  type Judged,
  leaseSeconds,
  type Outcome,
  postpone,
  runToJudge,
  settleEvaluation,
} from "./evaluation.store.ts";
import { judge } from "./judge.ts";
import { propose } from "./propose.ts";
import { transcriptOf } from "./transcript.ts";

const pollMs = 1_000;
const atOnce = 4;
/** A judge gets a little less time than its lease, so that it is never at work twice. */
const timeoutMs = (leaseSeconds - 30) * 1000;
const maxAttempts = 4;

/** Judges runs that have ended. As with runs themselves, the row is the queue: a judge that dies is followed by another one. */
export function createEvaluations(services: EngineServices): { close(): Promise<void> } {
  const working = new Map<string, { abort: AbortController; done: Promise<void> }>();
  let claiming: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function wake(): void {
    if (closed) return;
    again = true;
    claiming ??= (async () => {
      while (again && !closed && working.size < atOnce) {
        again = false;
        for (const evaluation of await claimDue(services.store.db, atOnce - working.size)) {
          begin(evaluation);
          again = true;
        }
      }
    })()
      .catch((error: unknown) => services.log.warn({ error: describe(error) }, "could not look for runs to judge"))
      .finally(() => void (claiming = undefined));
  }

  function begin(evaluation: EvaluationRecord): void {
    const key = `${evaluation.run_id} ${evaluation.lease}`;
    const abort = new AbortController();
    const done = work(services, evaluation, abort.signal)
      .catch((error: unknown) => services.log.error({ run: evaluation.run_id, error: describe(error) }, "could not judge a run"))
      .finally(() => {
        working.delete(key);
        wake();
      });
    working.set(key, { abort, done });
  }

  const poll = setInterval(wake, pollMs);
  return {
    async close() {
      closed = true;
      clearInterval(poll);
      await claiming;
      for (const { abort } of working.values()) abort.abort();
      await Promise.all([...working.values()].map((w) => w.done));
    },
  };
}

/** One evaluation from its claim to what is written about it. */
async function work(services: EngineServices, evaluation: EvaluationRecord, closing: AbortSignal): Promise<void> {
  const { db } = services.store;
  const judged = await runToJudge(db, evaluation.run_id);
  if (!judged) return;
  let outcome: Outcome | undefined;
  try {
    outcome = await look(services, evaluation, judged, AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]));
  } catch (error) {
    // Whoever comes next need not wait for the lease to run out.
    if (closing.aborted) return postpone(db, evaluation, 0);
    if (!(error instanceof ModelFault)) throw error;
    if (error.transient && evaluation.attempt < maxAttempts)
      return postpone(db, evaluation, error.retryAfterMs ?? 1000 * 2 ** evaluation.attempt);
    outcome = { status: "unavailable", verdicts: [], comment: error.message, model: judgeOf(services, judged) };
  }
  let suggested = false;
  if (!outcome) await dropEvaluation(db, evaluation);
  else
    await db.transaction(async (tx) => {
      if (await settleEvaluation(tx, evaluation, outcome)) suggested = await propose(tx, evaluation, outcome);
    });
  services.metrics.count("caseload_evaluations_total", { result: outcome?.status ?? "dropped" });
  const { run } = judged;
  services.live.publish({ teamId: run.team_id, topic: "runs", id: run.id, userId: run.user_id });
  services.live.publish({ teamId: run.team_id, topic: "evaluations", id: run.agent_id });
  if (suggested) services.live.publish({ teamId: run.team_id, topic: "suggestions", id: run.agent_id });
}

/** What a judge says; undefined when there is nothing left to judge by. Throws {@link ModelFault}. */
async function look(
  services: EngineServices,
  evaluation: EvaluationRecord,
  judged: Judged,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { db } = services.store;
  const rubrics = await activeRubrics(db, evaluation.build_id);
  if (rubrics.length === 0) return undefined;
  const name = judgeOf(services, judged);
  const run = { status: judged.run.status, rubrics, transcript: await transcriptOf(db, judged.run) };
  const { verdicts, comment } = await judge({ name, port: services.model(name) }, run, signal);
  const told = verdicts.some((v) => v.passed !== null);
  return { status: told ? "ready" : "unavailable", verdicts, comment: told ? comment : (verdicts[0]?.reason ?? comment), model: name };
}

/** Who judges: the model that is set for it, else the run's own, else the one that forms begin with, else the built-in one. */
function judgeOf({ config }: EngineServices, { config: revision }: Judged): string {
  const own = revision && "model" in revision.data ? revision.data.model : undefined;
  return config.model.judge ?? own ?? config.model.default ?? "scripted";
}
