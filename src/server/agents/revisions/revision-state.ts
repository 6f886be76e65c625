import type { revisionStatuses } from "#contract/agents/revisions.ts";

export type RevisionStatus = (typeof revisionStatuses)[number];

/** `promote`: this one becomes live. `replace`: another one did. */
export type RevisionEvent = "promote" | "replace";

const transitions: Record<RevisionStatus, Partial<Record<RevisionEvent, RevisionStatus>>> = {
  draft: { promote: "live" },
  live: { replace: "historic" },
  historic: { promote: "live" },
};

/** The status after an event, or undefined when the event means nothing in this state. Pure. */
export function afterEvent(status: RevisionStatus, event: RevisionEvent): RevisionStatus | undefined {
  return transitions[status][event];
}
