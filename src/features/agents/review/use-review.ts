import { useState } from "react";
import type { BuilderRun, Generation } from "#contract/agents/builder-runs.ts";

/** A builder run with what it proposes. Both are read in one answer. */
export interface Proposal {
  readonly run: BuilderRun;
  readonly generation: Generation;
}

export interface ReviewState {
  /** What the reader has before them and decides about; undefined while nothing waits for a decision. */
  readonly shown: Proposal | undefined;
  /** What they had before them when it was replaced. */
  readonly before: Proposal | undefined;
  /** Something newer than what is shown exists. It does not move under the reader's eyes. */
  readonly replaced: boolean;
  /** Goes on to the latest, keeping what was shown to compare with. */
  readonly moveOn: () => void;
  /** The reader has decided. */
  readonly end: () => void;
  /** While a decision is under way, what it changes is no news. */
  readonly setBusy: (busy: boolean) => void;
}

/** Holds what is under review still while the service goes on. */
export function useReview(latest: Proposal | undefined): ReviewState {
  const waiting = latest?.run.status === "waiting_for_approve" ? latest : undefined;
  const [held, setHeld] = useState(waiting);
  const [before, setBefore] = useState<Proposal>();
  // What was decided or found too old is not taken up again while the answer to what is there now is still on its way.
  const [left, setLeft] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!held && waiting && identityOf(waiting) !== left) setHeld(waiting);
  const leave = (compareWith: Proposal | undefined) => {
    setBefore(compareWith);
    setLeft(held && identityOf(held));
    setHeld(undefined);
  };
  return {
    shown: held,
    before,
    replaced: !busy && held !== undefined && (!waiting || identityOf(waiting) !== identityOf(held)),
    setBusy,
    moveOn: () => leave(held),
    end: () => leave(undefined),
  };
}

/** What the service compares a decision with. */
function identityOf({ run }: Proposal): string {
  return `${run.id} ${run.started_at}`;
}
