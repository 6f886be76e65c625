import type { ListedRevision, Revision } from "#contract/agents/revisions.ts";

/** What the states of revisions look like and are called, on every screen. */
export const revisionStates = {
  draft: { look: "draft", word: "Draft" },
  live: { look: "live", word: "Live" },
  historic: { look: "past", word: "Previous" },
} as const satisfies Record<Revision["status"], object>;

/** A draft that belongs to a generation until that is over. */
export const openGenerationStates = {
  not_started: { look: "working", word: "Generating" },
  running: { look: "working", word: "Generating" },
  waiting_for_input: { look: "asks", word: "Asks a question" },
  waiting_for_approve: { look: "asks", word: "Waiting for review" },
} as const satisfies Record<NonNullable<ListedRevision["open_generation"]>, object>;

/** Of what no revision is live. */
export const notLive = { look: "idle", word: "No live revision" } as const;
