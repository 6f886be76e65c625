import type { Step } from "#contract/clarity/step.ts";
import { lanesOf } from "./lanes.ts";
import { changesBetween, type StepChange } from "./step-changes.ts";

/** What differs between two versions, also the lane of a step that has the role of the step before it: it moves when that one does. */
export function changesWithLanes(before: readonly Step[], after: readonly Step[]): StepChange[] {
  return changesBetween(withLanes(before), withLanes(after)).flatMap((change): StepChange[] => {
    if (change.kind !== "changed") return [change];
    const role = change.fields.find(({ field }) => field === "role");
    const fields = change.fields.filter(
      ({ field, before: from, after: to }) => field !== "lane" || role?.before !== from || role?.after !== to,
    );
    return [{ ...change, fields }];
  });
}

function withLanes(steps: readonly Step[]): Step[] {
  const lanes = lanesOf(steps);
  return steps.map((step) => ({ ...step, lane: lanes.get(step.id) ?? null }));
}
