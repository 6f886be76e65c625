import type { Step, StepTarget } from "#contract/clarity/step.ts";
import { writable } from "./xml.ts";

/** What BPMN has no place for is kept in elements of this namespace. */
export const ours = "urn:caseload:clarity:1";

/**
 * What BPMN cannot say of a step, as JSON: XML knows no null, no empty list and few control characters. Its name, type, flows, lane and documentation
 * are BPMN's, and are here only where XML would change them.
 */
export function keptOfStep(step: Step, writtenId: string): string {
  const { id, title, description, nodeType: _type, nodeSubtype: _subtype, targetSteps: _targets, ...rest } = step;
  return inOrder({
    ...rest,
    ...(id !== writtenId && { id }),
    ...(!survives(title) && { title }),
    ...(description !== null && !survives(description) && { description }),
  });
}

/** What BPMN cannot say of a flow: mostly nothing. */
export function keptOfFlow({ label }: StepTarget): string | null {
  return label === null || survives(label) ? null : inOrder({ label });
}

const survives = (text: string) => text.trim() !== "" && writable(text) === text;

/** A text as it was kept, unless another tool has changed the one that it shows. */
export function restored(shown: string | null, kept: unknown): string | null {
  return typeof kept === "string" && writable(kept).trim() === (shown ?? "").trim() ? kept : shown;
}

/** Keys in the order of the alphabet, so that equal steps give equal bytes. What XML cannot hold is written as JSON can. */
function inOrder(value: object): string {
  const json = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
  return writable(json, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
