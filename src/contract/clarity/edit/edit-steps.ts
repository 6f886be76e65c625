import { isChoice } from "#contract/clarity/flow/step-faults.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import type { AddedStep, StepOperation } from "#contract/clarity/step-operation.ts";
import { Step, type StepTarget } from "#contract/clarity/step.ts";
import { EditFailed, edited, type Edited, savable } from "./edit-failure.ts";
import { withNamedWays } from "./named-ways.ts";

/** What an added step rests on: the words that asked for it. */
export type EditSource = Pick<StepSource, "attribution" | "excerpt">;

/**
 * Makes an edit: all operations in their order, or none. The result can be saved. A failure names the first step that is not there, or that the
 * edit would leave without a rule of its kind.
 */
export function editSteps(steps: readonly Step[], operations: readonly StepOperation[], source: EditSource): Edited {
  return edited(() => {
    const touched = new Set<string>();
    let now = steps;
    for (const operation of operations) {
      const next = afterOperation(now, operation, source);
      const before = new Set(now);
      for (const step of next) if (!before.has(step)) touched.add(step.id);
      now = next;
    }
    return savable(now, touched);
  });
}

/** One operation, without the check of the whole. Throws {@link EditFailed}. Steps that it does not touch stay the same objects. */
export function afterOperation(steps: readonly Step[], operation: StepOperation, source: EditSource): Step[] {
  switch (operation.op) {
    case "add":
      return withAdded(steps, operation, source);
    case "remove":
      return withoutStep(steps, stepCalled(steps, operation.stepId));
    case "rename": {
      const { title } = stepCalled(steps, operation.stepId);
      const renamed = changed(steps, operation.stepId, () => ({ title: operation.title }));
      return withNamedWays(renamed, operation.stepId, title);
    }
    case "set":
      return changed(steps, operation.stepId, () => ({ [operation.field]: operation.value }));
    case "set_list":
      return changed(steps, operation.stepId, () => ({ [operation.field]: operation.values }));
    case "set_subtype":
      return changed(steps, operation.stepId, () => ({ nodeSubtype: operation.nodeSubtype }));
    case "connect": {
      const { from, to, label, isDefault } = operation;
      stepCalled(steps, to);
      return retargeted(steps, from, (targets) => {
        if (targets.some((target) => target.stepId === to && target.label === label))
          throw new EditFailed(from, `This step leads to ${to} already${label ? ` with ${label}` : ""}`);
        return [...(isDefault ? targets.map(withoutDefault) : targets), { stepId: to, label, isDefault }];
      });
    }
    case "disconnect":
      return retargeted(steps, operation.from, (targets) => targets.toSpliced(flowTo(targets, operation), 1));
    case "label": {
      const { to, label, isDefault } = operation;
      return retargeted(steps, operation.from, (targets) => {
        const at = flowTo(targets, operation);
        return (isDefault ? targets.map(withoutDefault) : targets).with(at, { stepId: to, label, isDefault });
      });
    }
    default:
      return operation satisfies never;
  }
}

const withoutDefault = (target: StepTarget): StepTarget => ({ ...target, isDefault: false });

function stepCalled(steps: readonly Step[], id: string): Step {
  const step = steps.find((each) => each.id === id);
  if (!step) throw new EditFailed(id, `No step has the id ${id}`);
  return step;
}

function changed(steps: readonly Step[], id: string, change: (step: Step) => object): Step[] {
  const step = stepCalled(steps, id);
  return steps.map((each) => (each === step ? asStored({ ...step, ...change(step) }) : each));
}

/** As its schema gives it: without spaces around a title. One that breaks a rule stays as it is, and is refused at the end of the edit. */
function asStored(step: Step): Step {
  return Step.safeParse(step).data ?? step;
}

function retargeted(steps: readonly Step[], id: string, change: (targets: StepTarget[]) => StepTarget[]): Step[] {
  return changed(steps, id, ({ targetSteps }) => ({ targetSteps: change(targetSteps) }));
}

function flowTo(targets: readonly StepTarget[], { from, to }: { from: string; to: string }): number {
  const at = targets.findIndex(({ stepId }) => stepId === to);
  if (at === -1) throw new EditFailed(from, `This step does not lead to ${to}`);
  if (targets.findLastIndex(({ stepId }) => stepId === to) !== at) throw new EditFailed(from, `Several flows lead from this step to ${to}`);
  return at;
}

function withAdded(steps: readonly Step[], { after, before, step }: Extract<StepOperation, { op: "add" }>, source: EditSource): Step[] {
  if (steps.some(({ id }) => id === step.id)) throw new EditFailed(step.id, `Another step has the id ${step.id}`);
  const { targetSteps } = stepCalled(steps, after);
  const here = before === undefined ? targetSteps : targetSteps.slice(flowTo(targetSteps, { from: after, to: before })).slice(0, 1);
  if (before === undefined && here.length > 1) throw new EditFailed(after, "Several flows leave this step. Say before which step");
  const isEnd = step.nodeType === "event" && step.nodeSubtype === "end";
  if (isEnd && here.length > 0) throw new EditFailed(after, "An end is added where no flow leaves. Add it, then connect it");
  const [taken] = here;
  const made = stepOf(step, source);
  const own = taken ? [{ stepId: taken.stepId, label: null, isDefault: isChoice(made) }] : [];
  const to = { stepId: step.id, label: taken?.label ?? null, isDefault: taken?.isDefault ?? false };
  const led = retargeted(steps, after, (targets) => (taken ? targets.with(targets.indexOf(taken), to) : [...targets, to]));
  return led.toSpliced(led.findIndex(({ id }) => id === after) + 1, 0, asStored({ ...made, targetSteps: own }));
}

function withoutStep(steps: readonly Step[], step: Step): Step[] {
  const onward = step.targetSteps.filter(({ stepId }) => stepId !== step.id);
  const [next, ...others] = onward;
  if (others.length > 0) throw new EditFailed(step.id, "Several flows leave this step. Disconnect all but one first");
  const redirected = (from: Step): StepTarget[] => {
    const targets = from.targetSteps.flatMap((target) =>
      target.stepId !== step.id ? target : next ? { ...target, stepId: next.stepId } : [],
    );
    // Two flows to one step say the same, unless a choice tells them apart.
    return targets.filter(
      (target, i) =>
        !targets.some((other, j) => j < i && other.stepId === target.stepId && (!isChoice(from) || other.label === target.label)),
    );
  };
  return steps.flatMap((each) => {
    if (each === step) return [];
    return each.targetSteps.some(({ stepId }) => stepId === step.id) ? { ...each, targetSteps: redirected(each) } : each;
  });
}

function stepOf(added: AddedStep, { attribution, excerpt }: EditSource): Step {
  const { id, title, role = null, nodeType, nodeSubtype } = added;
  const system = added.nodeType === "task" ? (added.system ?? null) : null;
  const description =
    nodeType === "event" ? null : added.nodeType === "task" ? (added.description ?? `${title}.`) : `${title}: ${added.condition}`;
  return {
    id,
    targetSteps: [],
    title,
    action: nodeType === "task" ? title : null,
    role,
    system,
    input: null,
    output: null,
    exception: null,
    handling: null,
    assumptions: null,
    openQuestions: null,
    confidence: "low",
    nodeType,
    nodeSubtype,
    description,
    rationale: nodeType === "event" ? null : "Added in an edit.",
    sources: nodeType === "event" ? [] : [{ attribution, excerpt, locator: { type: "manual" }, resolutionStatus: "manual" }],
    condition: added.nodeType === "gateway" ? added.condition : null,
  } as Step;
}
