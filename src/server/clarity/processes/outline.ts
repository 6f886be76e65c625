import type { Step } from "#contract/clarity/step.ts";
import type { StepOutline } from "#contract/clarity/summaries.ts";

/** A step without its prose and sources. */
export function outlineOf({ id, title, role, system, nodeType, nodeSubtype, condition, readiness = null, targetSteps }: Step): StepOutline {
  return { id, title, role, system, nodeType, nodeSubtype, condition, readiness, targetSteps };
}

/** Each of a field's values once, in the order of the steps. */
export function valuesOf(steps: readonly Step[], field: "role" | "system"): string[] {
  return [...new Set(steps.flatMap((step) => step[field] ?? []))];
}
