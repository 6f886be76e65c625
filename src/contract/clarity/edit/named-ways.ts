import type { Step } from "#contract/clarity/step.ts";

/**
 * Steps of which one got another title. The ways of a choice that were called as it was are called as it is: where no story tells when a way is taken,
 * its label is the title of the first activity on it. A label in other words was written for what it says, and stays, as does the condition of a choice
 * in other words than its own title.
 */
export function withNamedWays(steps: readonly Step[], id: string, former: string): Step[] {
  const by = new Map(steps.map((step) => [step.id, step]));
  const title = by.get(id)?.title ?? former;
  /** Whether this step is the first one from there on that is no gateway. */
  const isFirst = (from: string, passed = new Set<string>()): boolean => {
    const step = by.get(from);
    if (from === id) return true;
    if (step?.nodeType !== "gateway" || passed.has(from)) return false;
    passed.add(from);
    return step.targetSteps.some((to) => isFirst(to.stepId, passed));
  };
  return steps.map((step) => {
    if (title === former || step.nodeType !== "gateway") return step;
    const named = step.targetSteps.map((to) => (to.label === former && isFirst(to.stepId) ? { ...to, label: title } : to));
    const isOwn = step.id === id && step.condition === former;
    if (!isOwn && named.every((to, i) => to === step.targetSteps[i])) return step;
    return { ...step, targetSteps: named, ...(isOwn && { condition: title }) };
  });
}
