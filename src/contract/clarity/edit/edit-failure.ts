import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { maxSteps, Step } from "#contract/clarity/step.ts";

/** Why an edit is not made. Nothing of it is. */
export interface EditFailure {
  /** Null where it is about the whole. */
  readonly stepId: string | null;
  /** A sentence for people and models. */
  readonly message: string;
}

export type Edited = { readonly steps: Step[] } | { readonly failed: EditFailure };

/** Thrown within an edit, and caught at its end. */
export class EditFailed extends Error {
  readonly stepId: string | null;
  constructor(stepId: string | null, message: string) {
    super(message);
    this.stepId = stepId;
  }
}

export function edited(edit: () => Step[]): Edited {
  try {
    return { steps: edit() };
  } catch (error) {
    if (error instanceof EditFailed) return { failed: { stepId: error.stepId, message: error.message } };
    throw error;
  }
}

/** The steps as they are saved, or why they cannot be: a step that breaks a rule of its kind, or steps that are no flow. */
export function savable(steps: readonly Step[], touched: ReadonlySet<string>): Step[] {
  for (const step of steps) {
    if (!touched.has(step.id)) continue;
    const [issue] = Step.safeParse(step).error?.issues ?? [];
    if (issue) throw new EditFailed(step.id, `${issue.path.join(".")}: ${issue.message}`);
  }
  if (steps.length > maxSteps) throw new EditFailed(null, `Use at most ${maxSteps} steps`);
  const [fault] = faultsOf(steps);
  if (fault) throw new EditFailed(steps[Number(fault.path[0])]?.id ?? null, fault.message);
  return [...steps];
}
