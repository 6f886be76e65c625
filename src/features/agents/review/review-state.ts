import type { BuilderRunStatus, Generation } from "#contract/agents/builder-runs.ts";

/** Once a person has decided, how they did: that the model has completed its part says less. */
export function stateOf(
  status: BuilderRunStatus,
  decision: Generation["decision"],
  summary: string | null,
): { value: string; word?: string } {
  if (decision === "accepted") return { value: "completed", word: "Accepted" };
  if (decision === "declined") return { value: "cancelled", word: "Declined" };
  // One that had a result is canceled by nothing but the request that takes its place.
  return status === "cancelled" && summary !== null ? { value: status, word: "Replaced" } : { value: status };
}
