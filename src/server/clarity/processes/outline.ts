import type { StepOutline } from "#contract/clarity/summaries.ts";

/** What is read of a stored version without its prose and sources. */
export interface Outline {
  readonly steps: readonly StoredStep[];
  readonly summary?: string | null;
  readonly projectedImpact?: string | null;
  readonly swot?: { strengths: string[]; weaknesses: string[]; opportunities: string[]; threats: string[] } | null;
}

interface StoredSource {
  readonly captureId?: string;
  readonly [field: string]: unknown;
}

interface StoredStep {
  readonly id: string;
  readonly title: string;
  readonly role?: string | null;
  readonly system?: string | null;
  readonly nodeType?: string | null;
  readonly nodeSubtype?: string | null;
  readonly condition?: string | null;
  readonly readiness?: string | null;
  readonly sources?: readonly StoredSource[] | null;
  readonly targetSteps?: readonly { readonly stepId: string; readonly label?: string | null; readonly isDefault?: boolean }[];
}

/** A step with its role, its system and where it leads. */
export function outlineOf(step: StoredStep): StepOutline {
  const { id, title, role = null, system = null, nodeType = null, nodeSubtype = null, condition = null, readiness = null } = step;
  const targetSteps = (step.targetSteps ?? []).map(({ stepId, label = null, isDefault = false }) => ({ stepId, label, isDefault }));
  return { id, title, role, system, nodeType, nodeSubtype, condition, readiness, targetSteps };
}

/** Each of a field's values once, in the order of the steps. */
export function valuesOf(steps: readonly StoredStep[], field: "role" | "system"): string[] {
  return [...new Set(steps.flatMap((step) => step[field] ?? []))];
}
