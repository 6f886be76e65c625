import type { Revision } from "#contract/agents/revisions.ts";

/** What the states of revisions look like and are called, on every screen. */
export const revisionStates = {
  draft: { look: "draft", word: "Draft" },
  live: { look: "live", word: "Live" },
  historic: { look: "past", word: "Previous" },
} as const satisfies Record<Revision["status"], object>;

/** Of what no revision is live. */
export const notLive = { look: "idle", word: "Not live" } as const;
