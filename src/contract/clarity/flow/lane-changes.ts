import type { Step } from "#contract/clarity/step.ts";
import { lanesOf } from "./lanes.ts";
import { changesBetween, type StepChange } from "./step-changes.ts";

/**
 * What differs between two versions, also the lane of a step that has the role of the step before it: it moves when that one does. `tasksOnly`: events
 * and gateways have nobody of their own, and move with most tasks of a proposal.
 */
export function changesWithLanes(before: readonly Step[], after: readonly Step[], { tasksOnly = false } = {}): StepChange[] {
  const moves = (step: Step) => !tasksOnly || step.nodeType === "task";
  return changesBetween(withLanes(before, moves), withLanes(after, moves)).flatMap((change): StepChange[] => {
    if (change.kind !== "changed") return [change];
    const role = change.fields.find(({ field }) => field === "role");
    const fields = change.fields.filter(
      ({ field, before: from, after: to }) => field !== "lane" || role?.before !== from || role?.after !== to,
    );
    return [{ ...change, fields }];
  });
}

function withLanes(steps: readonly Step[], moves: (step: Step) => boolean): Step[] {
  const lanes = lanesOf(steps);
  return steps.map((step) => (moves(step) ? { ...step, lane: lanes.get(step.id) ?? null } : step));
}
