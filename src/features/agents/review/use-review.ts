import { useState } from "react";
import { useDecided } from "#api/decisions/held.ts";
import { useSession } from "#api/session.ts";
import type { BuilderRun, Generation } from "#contract/agents/builder-run.ts";
import type { Config } from "#contract/agents/config.ts";

/** A builder run with what it proposes. Both are read in one answer. */
export interface Proposal {
  readonly run: BuilderRun;
  readonly generation: Generation;
}

/** A proposal that what is shown can be compared with, instead of with the draft before any of them. */
export interface Earlier {
  readonly config: Config;
  /** The reader looked at it, or asked again from it; `previous`: it is the one that somebody else's prompt replaced. */
  readonly how: "looked" | "asked" | "previous";
}

export interface ReviewState {
  /** What the reader has before them and decides about; undefined while nothing waits for a decision. */
  readonly shown: Proposal | undefined;
  readonly earlier: Earlier | undefined;
  /** What the reader had before them is gone, and not by their own prompt. */
  readonly gone: boolean;
  /** Something newer than what is shown exists. It does not move under the reader's eyes. */
  readonly replaced: boolean;
  /** Goes on to the latest, keeping what was shown to compare with. */
  readonly moveOn: () => void;
  /** The reader asked again: what comes next is compared with what they have seen. */
  readonly askAgain: () => void;
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
  const { user } = useSession();
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
    earlier: held && earlierOf(held, before, byOwnPrompt, user.id),
    gone: before !== undefined && !byOwnPrompt,
    replaced: isNew,
    moveOn: () => leave(false),
    askAgain: () => leave(true),
  };
}

/** What this window showed last; after a reload what the service knows was replaced. */
function earlierOf({ generation }: Proposal, before: Proposal | undefined, own: boolean, userId: string): Earlier | undefined {
  const seen = before?.generation.proposed_config;
  if (seen) return { config: seen, how: own ? "asked" : "looked" };
  const { replaced_config: config, asked_by: by } = generation;
  return config ? { config, how: by?.id === userId ? "asked" : "previous" } : undefined;
}

/** What the service compares a decision with. */
function identityOf({ run }: Proposal): string {
  return `${run.id} ${run.started_at}`;
}
