import { isSame } from "#contract/clarity/flow/step-changes.ts";
import type { StepOperation } from "#contract/clarity/step-operation.ts";
import { Step } from "#contract/clarity/step.ts";
import { type EditFailure, EditFailed, edited, type Edited, savable } from "./edit-failure.ts";
import { afterOperation, type EditSource } from "./edit-steps.ts";
import type { PatchOperation } from "./json-patch.ts";

export type Compiled = { readonly patch: PatchOperation[]; readonly steps: Step[] } | { readonly failed: EditFailure };

/**
 * An edit as a patch of `{steps}` by RFC 6902, with the steps that it gives. Before each change it tests the id of the step and the old value, so
 * that it changes nothing in steps that it was not made for, and {@link rebasePatch} knows which steps it means.
 */
export function compilePatch(steps: readonly Step[], operations: readonly StepOperation[], source: EditSource): Compiled {
  const patch: PatchOperation[] = [];
  const touched = new Set<string>();
  const result = edited(() => {
    let now = [...steps];
    for (const operation of operations) {
      const next = afterOperation(now, operation, source);
      patch.push(...guarded(now, next, operation, touched));
      now = next;
    }
    return savable(now, touched);
  });
  return "failed" in result ? result : { patch, steps: result.steps };
}

/** The changes of one operation: fields first, then the one step that comes or goes. */
function guarded(before: readonly Step[], after: readonly Step[], operation: StepOperation, touched: Set<string>): PatchOperation[] {
  const now = new Map(after.map((step) => [step.id, step]));
  const was = new Set(before.map(({ id }) => id));
  const [about, meant] = fieldMeant(operation);
  const changes = before.flatMap((old, i): PatchOperation[] => {
    const step = now.get(old.id);
    if (!step) return [];
    const [a, b] = [fieldsOf(old), fieldsOf(step)];
    const fields = [...b.keys()].filter((field) => !isSame(a.get(field), b.get(field)) || (old.id === about && field === meant));
    if (fields.length === 0) return [];
    touched.add(old.id);
    return [testId(i, old), ...fields.flatMap((field) => replaced(`/steps/${i}/${field}`, a.get(field), b.get(field)))];
  });
  const gone = before.findIndex(({ id }) => !now.has(id));
  const left = before[gone];
  const removal: PatchOperation[] = left
    ? [testId(gone, left), { op: "test", path: `/steps/${gone}`, value: left }, { op: "remove", path: `/steps/${gone}` }]
    : [];
  const come = after.findIndex(({ id }) => !was.has(id));
  const [previous, made] = [after[come - 1], after[come]];
  if (made) touched.add(made.id);
  const addition: PatchOperation[] =
    previous && made ? [testId(come - 1, previous), { op: "add", path: `/steps/${come}`, value: made }] : [];
  return [...changes, ...removal, ...addition];
}

const fieldsOf = (step: Step) => new Map<string, unknown>(Object.entries(step));
const testId = (i: number, { id }: Step): PatchOperation => ({ op: "test", path: `/steps/${i}/id`, value: id });

/** The old value is tested also where it stays: then the edit says that it is so. */
function replaced(path: string, old: unknown, value: unknown): PatchOperation[] {
  const test: PatchOperation = { op: "test", path, value: old };
  return isSame(old, value) ? [test] : [test, { op: "replace", path, value }];
}

function fieldMeant(operation: StepOperation): [stepId: string, field: string] | [] {
  switch (operation.op) {
    case "rename":
      return [operation.stepId, "title"];
    case "set":
    case "set_list":
      return [operation.stepId, operation.field];
    case "set_subtype":
      return [operation.stepId, "nodeSubtype"];
    case "connect":
    case "disconnect":
    case "label":
      return [operation.from, "targetSteps"];
    default:
      return [];
  }
}

/**
 * Makes the changes of a compiled patch in other steps than those it was compiled for: each in the step with the tested id, wherever it is by then. A step
 * that is gone, or that has another value than the tested one, fails the whole. So do patches that test too little to know. The result is what the
 * edit itself would give in these steps.
 */
export function rebasePatch(steps: readonly Step[], patch: readonly PatchOperation[]): Edited {
  return edited(() => {
    const touched = new Set<string>();
    const guards = new Map<number, Guard>();
    let now: readonly Step[] = steps;
    for (const operation of patch) {
      const [, index, field] = /^\/steps\/(\d{1,6})(?:\/([A-Za-z]+))?$/.exec(operation.path) ?? [];
      if (index === undefined) throw new EditFailed(null, unguarded);
      const at = Number(index);
      if (operation.op === "test" && field === "id") {
        guards.set(at, { id: idOf(operation.value, now), fields: new Set() });
        continue;
      }
      if (operation.op === "add" && field === undefined) {
        const { data: step, error } = Step.safeParse(operation.value);
        if (!step) throw new EditFailed(null, `${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`);
        now = inserted(now, guardOf(guards, at - 1).id, step);
        touched.add(step.id);
        guards.clear();
        continue;
      }
      const { id, fields } = guardOf(guards, at);
      const step = now.find((each) => each.id === id);
      if (!step) throw new EditFailed(id, `No step has the id ${id}`);
      if (operation.op === "test") {
        if (!isSame(field === undefined ? step : fieldsOf(step).get(field), operation.value)) throw new EditFailed(id, changedSince(field));
        fields.add(field ?? whole);
      } else if (operation.op === "replace" && field !== undefined && fields.has(field)) {
        now = now.map((each) => (each === step ? { ...step, [field]: operation.value } : each));
        touched.add(id);
      } else if (operation.op === "remove" && field === undefined && fields.has(whole)) {
        now = now.filter((each) => each !== step);
        guards.clear();
      } else throw new EditFailed(id, unguarded);
    }
    return savable(now, touched);
  });
}

interface Guard {
  readonly id: string;
  /** Fields whose old value was tested. */
  readonly fields: Set<string>;
}
const whole = "";
const unguarded = "This patch does not test what it changes";
const changedSince = (field: string | undefined) => (field === undefined ? "This step has changed since" : `${field} has changed since`);

function guardOf(guards: ReadonlyMap<number, Guard>, at: number): Guard {
  const guard = guards.get(at);
  if (!guard) throw new EditFailed(null, unguarded);
  return guard;
}

function idOf(value: unknown, steps: readonly Step[]): string {
  const id = String(value);
  if (!steps.some((step) => step.id === id)) throw new EditFailed(id, `No step has the id ${id}`);
  return id;
}

function inserted(steps: readonly Step[], after: string, step: Step): Step[] {
  if (steps.some(({ id }) => id === step.id)) throw new EditFailed(step.id, `Another step has the id ${step.id}`);
  return steps.toSpliced(steps.findIndex(({ id }) => id === after) + 1, 0, step);
}
