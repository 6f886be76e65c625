import { expect } from "vitest";
import { editSteps } from "#contract/clarity/edit/edit-steps.ts";
import { compilePatch, rebasePatch } from "#contract/clarity/edit/guarded-patch.ts";
import { applyPatch } from "#contract/clarity/edit/json-patch.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import type { StepOperation } from "#contract/clarity/step-operation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { soundFlow } from "#server/clarity/flow/made-flows.cases.ts";
import { random } from "#server/testing/seed.ts";
import { madeOperations } from "./made-edits.cases.ts";

const source = { attribution: "Claims clerk", excerpt: "Please change it" };
const after = (steps: readonly Step[], operation: StepOperation) => {
  const edited = editSteps(steps, [operation], source);
  return "steps" in edited ? edited.steps : undefined;
};

/**
 * Edits that were made for steps which others have changed since. A patch that is rebased gives what the edit itself gives in the changed steps, or fails.
 * Answers how many there were of each, and in how many the patch by itself, without its tests, would have changed another step.
 */
export function staleEdits(count: number) {
  const seen = { rebased: 0, failed: 0, corrupt: 0 };
  for (let i = 0; i < count; i++) {
    const base = soundFlow(4 + (i % 20));
    const { operations } = madeOperations(base, 1 + Math.floor(random() * 3), "mine", after);
    const compiled = compilePatch(base, operations, source);
    const edited = editSteps(base, operations, source);
    if (operations.length === 0 || !("patch" in compiled) || !("steps" in edited)) continue;
    expect(compiled.steps).toEqual(edited.steps);
    expect(applyPatch({ steps: base }, compiled.patch)).toEqual({ value: { steps: edited.steps } });
    expect(rebasePatch(base, compiled.patch)).toEqual({ steps: edited.steps });

    const { steps: live } = madeOperations(base, 1 + Math.floor(random() * 3), "theirs", after);
    const rebased = rebasePatch(live, compiled.patch);
    if ("failed" in rebased) {
      seen.failed++;
      expect(rebased.failed.message).not.toBe("");
    } else {
      seen.rebased++;
      expect(rebased, JSON.stringify({ operations, patch: compiled.patch })).toEqual(editSteps(live, operations, source));
      expect(faultsOf(rebased.steps)).toEqual([]);
    }
    const blind = applyPatch(
      { steps: live },
      compiled.patch.filter(({ op }) => op !== "test"),
    );
    const wanted = editSteps(live, operations, source);
    if ("value" in blind && JSON.stringify(blind.value) !== JSON.stringify({ steps: "steps" in wanted ? wanted.steps : null }))
      seen.corrupt++;
  }
  return seen;
}
