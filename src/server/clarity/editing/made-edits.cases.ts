import { listFields, type StepOperation, textFields } from "#contract/clarity/step-operation.ts";
import type { Step } from "#contract/clarity/step.ts";
import { random } from "#server/testing/seed.ts";

const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** An operation on steps that are there, whether or not it makes sense. `mark` makes its words its own. */
function madeOperation(steps: readonly Step[], mark: string): StepOperation {
  const { id: stepId } = pick(steps);
  const from = pick(steps.filter(({ targetSteps }) => targetSteps.length > 0)) ?? pick(steps);
  const to = pick(from.targetSteps)?.stepId ?? stepId;
  const step = { id: `new-${mark}`, title: `New ${mark}`, nodeType: "task", nodeSubtype: "user", role: "Clerk" } as const;
  return pick<() => StepOperation>([
    () => ({ op: "add", after: stepId, step }),
    () => ({ op: "add", after: from.id, before: to, step }),
    () => ({ op: "add", after: from.id, before: to, step: { ...step, nodeType: "gateway", nodeSubtype: "parallel", condition: "All" } }),
    () => ({ op: "remove", stepId }),
    () => ({ op: "rename", stepId, title: pick([`Called ${mark}`, pick(steps).title]) }),
    () => ({ op: "set", stepId, field: pick(textFields), value: pick([`Set ${mark}`, null]) }),
    () => ({ op: "set_list", stepId, field: pick(listFields), values: pick([[`Asked ${mark}`], null]) }),
    () => ({ op: "set_subtype", stepId, nodeSubtype: pick(["service", "user", "parallel", "exclusive", "timer"]) }),
    () => ({ op: "connect", from: from.id, to: stepId, label: pick([null, `Way ${mark}`]), isDefault: random() < 0.2 }),
    () => ({ op: "disconnect", from: from.id, to }),
    () => ({ op: "label", from: from.id, to, label: `Label ${mark}`, isDefault: random() < 0.3 }),
  ])();
}

/** Where each operation that can be made is made, and the others are left out. */
export function madeOperations(
  steps: readonly Step[],
  count: number,
  mark: string,
  made: (steps: readonly Step[], operation: StepOperation) => readonly Step[] | undefined,
) {
  const operations: StepOperation[] = [];
  let now = steps;
  for (let i = 0; operations.length < count && i < count * 20; i++) {
    const operation = madeOperation(now, `${mark}${i}`);
    const next = made(now, operation);
    if (!next) continue;
    operations.push(operation);
    now = next;
  }
  return { operations, steps: now };
}
