import type { BuilderRunStatus, Generation } from "#contract/agents/builder-run.ts";
import type { State } from "#ui/status.tsx";

const states: Record<BuilderRunStatus, State> = {
  not_started: { look: "idle", word: "Not started" },
  running: { look: "working", word: "Running" },
  waiting_for_input: { look: "asks", word: "Has a question" },
  waiting_for_approve: { look: "asks", word: "Waiting for review" },
  completed: { look: "done", word: "Completed" },
  failed: { look: "failed", word: "Failed" },
  cancelled: { look: "stopped", word: "Canceled" },
};

interface Seen {
  readonly status: BuilderRunStatus;
  readonly decision: Generation["decision"];
  readonly summary: string | null;
  readonly wait?: Generation["wait"];
}

/** Once a person has decided, how they did: that the model has completed its part says less. */
export function stateOf({ status, decision, summary, wait }: Seen): State {
  if (decision === "accepted") return { look: "done", word: "Accepted" };
  if (decision === "declined") return { look: "stopped", word: "Declined" };
  if (wait?.for === "retry") return { look: "later", word: "Waiting to retry" };
  // One that had a result is canceled by nothing but the request that takes its place.
  return status === "cancelled" && summary !== null ? { ...states.cancelled, word: "Replaced" } : states[status];
}
