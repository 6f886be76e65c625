import { Check, NotebookPen, RefreshCw, Sparkles, X } from "lucide-react";
import { useRef, useState } from "react";
import type { Revision } from "#contract/agents/revisions.ts";
import { whoMayEdit } from "#features/agents/rights.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Keys } from "#ui/kbd.tsx";
import { useMedia } from "#ui/media.ts";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Textarea } from "#ui/textarea.tsx";
import { AskAgain } from "./ask-again.tsx";
import { useDecision } from "./use-decision.ts";
import { useNotes } from "./use-notes.ts";
import type { Proposal, ReviewState } from "./use-review.ts";

interface DecisionBarProps {
  teamId: string;
  build: Revision;
  proposal: Proposal;
  mayEdit: boolean;
  review: ReviewState;
}

/** The reviewer's notes and their decision. Accepting keeps the proposal in the draft and makes nothing live. */
export function DecisionBar({ teamId, build, proposal, mayEdit, review }: DecisionBarProps) {
  const notes = useNotes(build.id);
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Where there is little room the notes wait behind a button, so that the decision takes one row.
  const tight = useMedia("(max-width: 599px), (max-height: 559px)");
  const [noting, setNoting] = useState(false);
  const write = () => {
    setNoting(true);
    field.current?.focus();
  };
  const { decide, pending, failure } = useDecision(build.id, proposal, review, notes.drop);
  const decisions = [
    { id: "accept", label: "Accept", icon: Check, keys: "a", run: () => decide("accept") },
    { id: "decline", label: "Decline", icon: X, keys: "d", run: () => decide("decline") },
    { id: "again", label: "Ask again", icon: Sparkles, keys: "r", run: () => setAsking(true) },
  ];
  // Nothing is decided about what is no longer there; the key that would have leads to what is.
  const acts = review.replaced
    ? [{ id: "move-on", label: "Show what changed since", icon: RefreshCw, keys: "a", run: review.moveOn }]
    : decisions;
  usePageActions(mayEdit ? acts : []);
  useShortcuts("Review", mayEdit ? [...acts, { keys: "m", label: "Write a note", run: write }] : []);
  if (!mayEdit) return <p className="shrink-0 border-t border-line px-3 py-2 text-sm text-ink-2 md:px-5">{whoMayEdit}</p>;
  return (
    <section
      aria-label="Your decision"
      className="flex shrink-0 flex-wrap items-end gap-2 border-t border-line bg-surface px-3 py-2 md:px-5 low:sticky low:bottom-0 low:z-10"
    >
      {failure ? (
        <p role="alert" className="w-full text-sm text-failed">
          {failure}
        </p>
      ) : null}
      {tight ? (
        <IconButton
          icon={NotebookPen}
          label={notes.text === "" ? "Notes" : "Notes, written"}
          aria-pressed={noting}
          className="me-auto"
          onClick={() => (noting ? setNoting(false) : write())}
        />
      ) : null}
      {!tight || noting ? (
        <Textarea
          ref={field}
          autoFocus={tight}
          aria-label="Notes"
          rows={1}
          value={notes.text}
          placeholder="Notes for yourself; asking again begins with them"
          className={tight ? "order-first max-h-24 w-full" : "min-w-52 flex-1"}
          onChange={(event) => notes.write(event.target.value)}
          // Escape gives the single keys back.
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
      ) : null}
      {review.replaced ? (
        <p className="py-1.5 text-ink-2">This can no longer be decided about.</p>
      ) : (
        <>
          <Button fold icon={Sparkles} onClick={() => setAsking(true)}>
            Ask again
          </Button>
          <Button icon={X} pending={pending === "decline"} onClick={() => decide("decline")}>
            Decline
          </Button>
          <Button tone="primary" icon={Check} pending={pending === "accept"} onClick={() => decide("accept")}>
            Accept
            <span aria-hidden className="hidden ps-1 md:inline">
              <Keys keys="a" inverse />
            </span>
          </Button>
        </>
      )}
      <AskAgain
        teamId={teamId}
        build={build}
        open={asking}
        prompt={notes.text}
        onClose={() => setAsking(false)}
        onAsked={() => {
          notes.drop();
          setAsking(false);
          review.end();
        }}
      />
    </section>
  );
}
