import type { Step } from "./step.ts";

/** How many captures, or people whose words are in none, tell of a step. A quote that was not found is no witness. */
export function witnessesOf({ sources }: Pick<Step, "sources">): number {
  const found = sources.filter(({ resolutionStatus }) => resolutionStatus !== "unresolved");
  return new Set(found.map(({ captureId, attribution }) => captureId ?? attribution)).size;
}
