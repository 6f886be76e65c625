import type { CapturedUnit } from "#contract/clarity/notation/story.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { LineStep, StoryReplay } from "./replay-story.ts";
import { alwaysBefore } from "./step-order.ts";

/**
 * The line of a capture that is in people's own words: the tasks and events that cite it, in the order of what they cite. It stops where the flow
 * has a later one always first. Whether the flow could run through all of them is not asked: such a capture tells of several cases at once.
 */
export function citedLine(
  steps: readonly Step[],
  captureId: string,
  units: readonly Pick<CapturedUnit, "id" | "captureId" | "ordinal">[],
): StoryReplay {
  const ordinals = new Map(units.flatMap((unit) => (unit.captureId === captureId ? [[unit.id, unit.ordinal] as const] : [])));
  const cited = steps.flatMap((step) => {
    const ids = step.sources.flatMap(({ evidenceId }) => (evidenceId !== undefined && ordinals.has(evidenceId) ? evidenceId : []));
    const [first] = ids.toSorted((a, b) => (ordinals.get(a) ?? 0) - (ordinals.get(b) ?? 0));
    return first === undefined || step.nodeType === "gateway" ? [] : [{ step, ids, at: ordinals.get(first) ?? 0 }];
  });
  const told = cited.toSorted((a, b) => a.at - b.at);
  const isBefore = alwaysBefore(steps);
  const earlier = told.map(({ step, at }) => told.filter((other) => other.at > at && isBefore(other.step.id, step.id)));
  const index = earlier.findIndex((before) => before.length > 0);
  const swapped = new Set(earlier.flatMap(([first], i) => (first ? [told[i]?.step, first.step] : [])));
  const line = told.map(({ step, ids }): LineStep => ({
    stepId: step.id,
    title: step.title,
    evidenceIds: ids,
    outOfOrder: swapped.has(step),
  }));
  const at = line[index];
  const stop = at && { index, stepId: at.stepId, evidenceIds: at.evidenceIds, expected: (earlier[index] ?? []).map(({ step }) => step.id) };
  return { captureId, person: null, line, checked: true, ...(stop && { stop }) };
}
