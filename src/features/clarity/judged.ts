import type { StepChange } from "#contract/clarity/flow/step-changes.ts";

const judged = new Set(["readiness", "readinessRationale", "extraCaptureNeeded", "sources", "confidence"]);

/** What a proposal changes of today's process: how ready a step is, and what is asked about it, changes nothing. */
export function withoutJudgement(changes: readonly StepChange[]): StepChange[] {
  return changes.flatMap((change): StepChange[] => {
    if (change.kind !== "changed") return [change];
    const fields = change.fields.filter(({ field }) => !judged.has(field));
    return fields.length > 0 ? [{ ...change, fields }] : [];
  });
}
