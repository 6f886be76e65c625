import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { orderQuestionsOf, orderQuestionText } from "#contract/clarity/order-question.ts";
import type { Step } from "#contract/clarity/step.ts";
import { mineProcess } from "#server/clarity/discovery/mine-process.ts";
import type { CitedUnit } from "#server/clarity/snapshots/evidence.store.ts";

/** As many as a step takes. */
const mostQuestions = 100;

/**
 * The steps with the questions that rules find in the captures and whoever wrote the steps has not asked: what witnesses tell in different orders.
 * Rules read the printed notation only.
 */
export function withSecondOpinion(steps: readonly Step[], units: readonly CitedUnit[]): Step[] {
  const { steps: mined, contradictions } = mineProcess(readNotation(units).tellings, units);
  const asked = new Set(orderQuestionsOf(steps).flatMap(({ before, after }) => [...before, ...after]));
  let next = [...steps];
  for (const { firstStepId, secondStepId, beforeEvidenceIds: before, afterEvidenceIds: after } of contradictions) {
    if ([...before, ...after].some((id) => asked.has(id))) continue;
    const [first, second] = [firstStepId, secondStepId].map((id) =>
      drawnAs(
        mined.find((step) => step.id === id),
        steps,
      ),
    );
    if (!first || !second || first === second) continue;
    const question = orderQuestionText(first.title, second.title, before, after);
    next = next.map((step) =>
      step.id === first.id || step.id === second.id
        ? { ...step, openQuestions: [...(step.openQuestions ?? []), question].slice(0, mostQuestions) }
        : step,
    );
  }
  return next;
}

/** The task that rests on most of the evidence of a mined one. */
function drawnAs(mined: Step | undefined, steps: readonly Step[]): Step | undefined {
  const evidence = new Set(mined?.sources.flatMap(({ evidenceId }) => evidenceId ?? []));
  const shared = (step: Step) => step.sources.filter(({ evidenceId }) => evidenceId !== undefined && evidence.has(evidenceId)).length;
  const [most] = steps.filter(({ nodeType }) => nodeType === "task").toSorted((a, b) => shared(b) - shared(a));
  return most && shared(most) > 0 ? most : undefined;
}
