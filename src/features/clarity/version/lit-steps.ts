import { soughtBy } from "#contract/sought.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { Step } from "#contract/clarity/step.ts";
import { capturesOf } from "#features/clarity/step-words.ts";

/** The steps that a chosen capture supports. */
export interface LitSteps {
  readonly capture: ClarityCapture;
  readonly ids: ReadonlySet<string>;
}

/** Undefined where no capture is chosen, or one that is gone. */
export function litSteps(steps: readonly Step[], captures: readonly ClarityCapture[], chosen: string | undefined): LitSteps | undefined {
  const capture = captures.find(({ id }) => id === chosen);
  return capture && { capture, ids: new Set(steps.flatMap((step) => (capturesOf(step).has(capture.id) ? step.id : []))) };
}

/** How many steps each capture supports, by its id. */
export function supportedSteps(steps: readonly Step[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const step of steps) for (const id of capturesOf(step)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** By words of the title, the role or the system. Undefined: nothing is looked for. */
export function matcherOf(find: string | undefined): ((step: Step) => boolean) | undefined {
  if (!find) return undefined;
  const isSought = soughtBy(find);
  return ({ title, role, system }) => isSought([title, role, system].join(" "));
}
