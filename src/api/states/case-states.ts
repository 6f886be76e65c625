import type { DisplayStatus } from "#contract/queues/case.ts";
import { caseList } from "#contract/queues/case-list.ts";

const words = caseList.filters.status.options;

/** What the states of cases look like and are called, on every screen. */
export const caseStates = {
  pending: { look: "queued", word: words.pending },
  in_progress: { look: "working", word: words.claimed },
  needs_input: { look: "asks", word: words.needs_input },
  postponed: { look: "later", word: words.postponed },
  completed: { look: "done", word: words.completed },
  failed: { look: "failed", word: words.failed },
  canceled: { look: "stopped", word: words.canceled },
} as const satisfies Record<DisplayStatus, object>;
