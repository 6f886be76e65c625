import { useState } from "react";
import { useDecided } from "#api/decisions.ts";
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
  /** The reader asked again: what comes next is compared with what they have seen. */
  readonly askAgain: () => void;
  /** What `before` says was replaced by the reader's own prompt. */
  readonly byOwnPrompt: boolean;
}

/** Holds what is under review still while the service goes on. */
export function useReview(latest: Proposal | undefined): ReviewState {
  const waiting = latest?.run.status === "waiting_for_approve" ? latest : undefined;
  const [held, setHeld] = useState(waiting);
  const [before, setBefore] = useState<Proposal>();
  // What was decided or found too old is not taken up again while the answer to what is there now is still on its way.
  const [left, setLeft] = useState<string>();
  const [byOwnPrompt, setByOwnPrompt] = useState(false);
  const decided = useDecided();
  if (!held && waiting && identityOf(waiting) !== left) setHeld(waiting);
  const isNew = held !== undefined && (!waiting || identityOf(waiting) !== identityOf(held));
  // The reader has decided, and the service says so too.
  if (held && isNew && decided.get(held.run.id) === "sent") {
    setBefore(undefined);
    setLeft(identityOf(held));
    setHeld(undefined);
  }
  const leave = (own: boolean) => {
    setBefore(held);
    setByOwnPrompt(own);
    setLeft(held && identityOf(held));
    setHeld(undefined);
  };
  return {
    shown: held,
    before,
    replaced: isNew,
    moveOn: () => leave(false),
    askAgain: () => leave(true),
    byOwnPrompt,
  };
}

/** What the service compares a decision with. */
function identityOf({ run }: Proposal): string {
  return `${run.id} ${run.started_at}`;
}
