import { questionWords } from "#contract/clarity/order-question.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import type { Step } from "#contract/clarity/step.ts";

const empty = {
  action: null,
  system: null,
  input: null,
  output: null,
  exception: null,
  handling: null,
  assumptions: null,
  openQuestions: null,
  condition: null,
};

/** The steps with a task behind one of them: what that one led to follows the task. Returns the id of the task too. */
export function withStepAfter(steps: readonly Step[], afterId: string, author: string): { steps: Step[]; id: string } {
  const taken = new Set(steps.map(({ id }) => id));
  let n = steps.length + 1;
  while (taken.has(`step-${n}`)) n++;
  const id = `step-${n}`;
  const after = steps.find((step) => step.id === afterId);
  if (!after || (after.nodeType === "event" && after.nodeSubtype === "end")) return { steps: [...steps], id: afterId };
  const [first, ...others] = after.targetSteps;
  const added: Step = {
    ...empty,
    id,
    title: "New step",
    role: null,
    confidence: "medium",
    nodeType: "task",
    nodeSubtype: "user",
    description: "Added by hand.",
    rationale: "Added by hand.",
    sources: [{ attribution: author, excerpt: "Added by hand.", locator: { type: "manual" }, resolutionStatus: "manual" }],
    targetSteps: first ? [{ stepId: first.stepId, label: null, isDefault: false }] : [],
  };
  const leads = first ? { ...first, stepId: id } : { stepId: id, label: null, isDefault: false };
  return {
    id,
    steps: steps.flatMap((step) => (step.id === afterId ? [{ ...step, targetSteps: [leads, ...others] }, added] : [step])),
  };
}

/** The steps without one: what led to it leads to what it led to first. */
export function withoutStep(steps: readonly Step[], id: string): Step[] {
  const next = steps.find((step) => step.id === id)?.targetSteps.find(({ stepId }) => stepId !== id)?.stepId;
  return steps.flatMap((step) => {
    if (step.id === id) return [];
    const targets = step.targetSteps.flatMap((target) =>
      target.stepId !== id ? [target] : next === undefined || next === step.id ? [] : [{ ...target, stepId: next }],
    );
    return [step.targetSteps.some(({ stepId }) => stepId === id) ? { ...step, targetSteps: targets } : step];
  });
}

/** The steps with somebody's answer to a question: wherever it was open, it is a source. */
export function withAnswer(steps: readonly Step[], question: string, answer: string, author: string): Step[] {
  const source: StepSource = {
    attribution: `${author}, asked “${questionWords(question)}”`.slice(0, 500).toWellFormed(),
    excerpt: answer,
    locator: { type: "manual" },
    sourceConfidence: "medium",
    resolutionStatus: "manual",
  };
  return steps.map((step) => {
    const open = (step.openQuestions ?? []).filter((one) => one !== question);
    if (open.length === (step.openQuestions ?? []).length) return step;
    return { ...step, openQuestions: open.length > 0 ? open : null, sources: [...step.sources, source] };
  });
}
