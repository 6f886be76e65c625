import type { Step, StepTarget } from "#contract/clarity/step.ts";

/** How a step differs between two versions. Only its id says that it is the same step: its place in the list and in the drawing do not. */
export type StepChange =
  | { readonly kind: "added" | "removed"; readonly stepId: string; readonly title: string }
  | { readonly kind: "changed"; readonly stepId: string; readonly title: string; readonly fields: readonly FieldChange[] };

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs, in the order of the later version; removed steps stand after the step that they followed. Equal versions have no changes. */
export function changesBetween(before: readonly Step[], after: readonly Step[]): StepChange[] {
  const was = new Map(before.map((step) => [step.id, step]));
  const is = new Set(after.map(({ id }) => id));
  const removed = Map.groupBy(
    before.filter(({ id }) => !is.has(id)),
    ({ id }) => keptBefore(before, is, id),
  );
  const gone = (id: string | null) => (removed.get(id) ?? []).map(({ id: stepId, title }) => ({ kind: "removed", stepId, title }) as const);
  return [
    ...gone(null),
    ...after.flatMap((step): StepChange[] => {
      const { id: stepId, title } = step;
      const old = was.get(stepId);
      const fields = old ? fieldsBetween(old, step) : [];
      const own: StepChange[] = old
        ? fields.length > 0
          ? [{ kind: "changed", stepId, title, fields }]
          : []
        : [{ kind: "added", stepId, title }];
      return [...own, ...gone(stepId)];
    }),
  ];
}

function keptBefore(steps: readonly Step[], kept: ReadonlySet<string>, id: string): string | null {
  const at = steps.findIndex((step) => step.id === id);
  return steps.slice(0, at).findLast((step) => kept.has(step.id))?.id ?? null;
}

/** A field that is left out and one that is null say the same. */
function fieldsBetween(before: Step, after: Step): FieldChange[] {
  const [a, b] = [before, after].map((step) => new Map<string, unknown>(Object.entries(step)));
  return [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].flatMap((field) => {
    const [old, now] = [a?.get(field) ?? null, b?.get(field) ?? null];
    return isSame(old, now) ? [] : [{ field, before: old, after: now }];
  });
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

/** Steps that two edits of one version both touch: what an overtaken save tells. */
export function stepsInBoth(base: readonly Step[], mine: readonly Step[], theirs: readonly Step[]): string[] {
  const touched = new Set(changesBetween(base, theirs).map(({ stepId }) => stepId));
  return changesBetween(base, mine).flatMap(({ stepId }) => (touched.has(stepId) ? [stepId] : []));
}

/** Flows of a step as words, for a list of changes: “to Book invoice (Yes)”. */
export function targetWords(targets: readonly StepTarget[], titles: ReadonlyMap<string, string>): string {
  return targets.map(({ stepId, label }) => `to ${titles.get(stepId) ?? stepId}${label ? ` (${label})` : ""}`).join(", ");
}
