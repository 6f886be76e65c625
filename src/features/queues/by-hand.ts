import type { Case, CaseStatus, DisplayStatus } from "#contract/queues/case.ts";

/** Where people bring cases to; the other states come from runs. */
export type ByHand = CaseStatus | "postponed";

export function isByHand(to: DisplayStatus): to is ByHand {
  return to !== "in_progress" && to !== "needs_input";
}

/** Why nobody brings this case into that state by hand; undefined where they may. */
export function whyNotInto(to: DisplayStatus, { status }: Case): string | undefined {
  if (!isByHand(to)) return `Only a run can move a case here, when it ${to === "in_progress" ? "claims it" : "asks a person"}.`;
  if (to === "postponed" && status !== "pending") return "This case is closed. Reopen it first.";
  return undefined;
}
