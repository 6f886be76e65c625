import { Check, NotebookPen, RefreshCw, Sparkles, X } from "lucide-react";
import { useRef, useState } from "react";
import type { Revision } from "#contract/agents/revisions.ts";
import { revisionTitle } from "#features/agents/revision-names.ts";
import { whoMayEdit } from "#features/agents/rights.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Keys } from "#ui/kbd.tsx";
import { useMedia } from "#ui/media.ts";
import { usePageActions } from "#ui/page-actions.ts";
import { useAtRest } from "#ui/use-at-rest.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Textarea } from "#ui/textarea.tsx";
import { AskAgain } from "./ask-again.tsx";
import { outcomeWords } from "./review-notice.tsx";
import { useDecision } from "./use-decision.ts";
import { useNotes } from "./use-notes.ts";
import type { Proposal, ReviewState } from "./use-review.ts";

interface DecisionBarProps {
  teamId: string;
  build: Revision;
  agentName: string;
  proposal: Proposal;
  mayEdit: boolean;
  review: ReviewState;
  /** A decision was made that this window did not make. */
  decidedElsewhere: boolean;
}

/** The reviewer's notes and their decision. Accepting keeps the proposal in the draft and makes nothing live. */
export function DecisionBar({ teamId, build, agentName, proposal, mayEdit, review, decidedElsewhere }: DecisionBarProps) {
  const notes = useNotes(build.id);
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Where there is little room the notes wait behind a button, so that the decision takes one row.
  const tight = useMedia("(max-width: 599px), (max-height: 559px)");
  const [noting, setNoting] = useState(false);
  // Where the reader was before they wrote a note: the change that they look at.
  const before = useRef<Element | null>(null);
  const leaveNotes = () => {
    const place = before.current?.isConnected && before.current !== document.body ? before.current : currentChange();
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  const title = `${revisionTitle(build).toLowerCase()} of ${agentName}`;
  const decide = useDecision(build.id, proposal, title, notes);
  const settled = useAtRest(proposal.run.id);
  const decideSettled = (verb: "accept" | "decline") => (settled ? decide(verb) : undefined);
  const decisions = [
    { id: "accept", label: "Accept", icon: Check, keys: "a", decides: true, run: () => decideSettled("accept") },
    { id: "decline", label: "Decline", icon: X, keys: "d", decides: true, run: () => decideSettled("decline") },
    { id: "again", label: "Ask again", icon: Sparkles, keys: "r", run: () => setAsking(true) },
  ];
  // Nothing is decided about what is no longer there; the key that would have leads to what is.
  const acts = review.replaced
    ? [
        {
          id: "move-on",
          label: decidedElsewhere ? outcomeWords : "See what changed since",
          icon: RefreshCw,
          keys: "a",
          run: review.moveOn,
        },
      ]
    : decisions;
  usePageActions(mayEdit ? acts : []);
  const takeNotes = () => {
    before.current = document.activeElement;
    setNoting(true);
    field.current?.focus();
  };
  useShortcuts(
    "Review",
    mayEdit
      ? [
          ...acts.map((act) => ({ ...act, run: (event: KeyboardEvent) => (event.repeat ? undefined : act.run()) })),
          { keys: "m", label: "Write a note", run: takeNotes },
          ...(review.replaced ? [] : [{ keys: "mod+enter", label: "Accept", whileTyping: true, run: () => decideSettled("accept") }]),
        ]
      : [],
  );
  if (!mayEdit) return <p className="shrink-0 border-t border-line px-3 py-2 text-sm text-ink-2 md:px-5">{whoMayEdit}</p>;
  return (
    <section
      id="decision"
      tabIndex={-1}
      aria-label="Your decision"
      className="flex shrink-0 flex-wrap items-end gap-2 border-t border-line bg-surface px-3 py-2 md:px-5 low:sticky low:bottom-0 low:z-10"
    >
      {tight ? (
        <IconButton
          icon={NotebookPen}
          label={notes.text === "" ? "Notes" : "Notes, written"}
          aria-pressed={noting}
          className="me-auto"
          onClick={() => (noting ? setNoting(false) : takeNotes())}
        />
      ) : null}
      {!tight || noting ? (
        <Textarea
          ref={field}
          autoFocus={tight}
          aria-label="Notes"
          rows={1}
          value={notes.text}
          placeholder="Why? Kept with your decision. “Ask again” starts from it"
          className={tight ? "order-first max-h-24 w-full" : "min-w-52 flex-1"}
          onChange={(event) => notes.write(event.target.value)}
          // Escape gives the single keys back.
          onKeyDown={(event) => event.key === "Escape" && leaveNotes()}
        />
      ) : null}
      {/* The line above says what became of one that was replaced. */}
      {review.replaced ? null : (
        <>
          <Button fold icon={Sparkles} onClick={() => setAsking(true)}>
            Ask again
          </Button>
          <Button icon={X} aria-disabled={!settled} onClick={() => decideSettled("decline")}>
            Decline
          </Button>
          <Button tone="primary" icon={Check} aria-disabled={!settled} onClick={() => decideSettled("accept")}>
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
        onAsked={(prompt) => {
          // Notes that were not sent as the prompt are still to be seen to.
          if (prompt.trim() === notes.text.trim()) notes.drop();
          setAsking(false);
          review.askAgain();
        }}
      />
    </section>
  );
}

/** The change that the walk stands on, or what holds all of them. */
function currentChange(): Element | null {
  const changes = document.querySelector('[role=group][aria-label="All changes"]');
  return changes?.querySelector('[aria-current="true"][tabindex]') ?? changes;
}
