import type { DisplayStatus } from "#contract/queues/case.ts";

/** What the states of cases look like and are called, on every screen. */
export const caseStates = {
  pending: { look: "queued", word: "Pending" },
  in_progress: { look: "working", word: "In progress" },
  needs_input: { look: "asks", word: "Needs input" },
  postponed: { look: "later", word: "Postponed" },
  completed: { look: "done", word: "Completed" },
  failed: { look: "failed", word: "Failed" },
  canceled: { look: "stopped", word: "Canceled" },
} as const satisfies Record<DisplayStatus, object>;
