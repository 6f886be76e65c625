import type { Step } from "#contract/clarity/step.ts";

export interface StepFault {
  readonly path: (string | number)[];
  readonly message: string;
}

/** What refuses a save: without these rules steps are no flow at all. Whether the flow makes sense is a finding, and can be saved. */
export function faultsOf(steps: readonly Step[]): StepFault[] {
  const found: StepFault[] = [];
  const first = new Map<string, number>();
  for (const [i, { id }] of steps.entries()) {
    if (first.has(id)) found.push({ path: [i, "id"], message: `Another step has the id ${id}` });
    else first.set(id, i);
  }
  if (!steps.some(isStart)) found.push({ path: [], message: "Add a start event" });
  for (const [i, step] of steps.entries())
    found.push(...faultsOfTargets(step, first).map(({ path, message }) => ({ path: [i, ...path], message })));
  return found;
}

function faultsOfTargets(step: Step, ids: ReadonlyMap<string, number>): StepFault[] {
  const { targetSteps: targets } = step;
  const found: StepFault[] = targets.flatMap(({ stepId }, j) =>
    ids.has(stepId) ? [] : [{ path: ["targetSteps", j, "stepId"], message: `No step has the id ${stepId}` }],
  );
  const refuse = (message: string) => found.push({ path: ["targetSteps"], message });
  if (isEnd(step) && targets.length > 0) refuse("An end leads to no other step");
  const defaults = targets.filter(({ isDefault }) => isDefault).length;
  if (!isChoice(step)) {
    if (defaults > 0) refuse("Only a choice has a default flow");
  } else if (targets.length < 2) refuse("A choice needs two or more flows");
  else if (defaults !== 1) refuse("Mark one flow of a choice as the default");
  return found;
}

export const isStart = (step: Step): boolean => step.nodeType === "event" && step.nodeSubtype === "start";
export const isEnd = (step: Step): boolean => step.nodeType === "event" && step.nodeSubtype === "end";
/** A gateway that takes some of its flows by their conditions. */
export const isChoice = (step: Step): boolean => step.nodeType === "gateway" && step.nodeSubtype !== "parallel";
