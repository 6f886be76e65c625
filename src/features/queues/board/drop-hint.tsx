import { caseStates } from "#api/states/case-states.ts";
import { useSyncExternalStore } from "react";
import { whyNotInto } from "#features/queues/by-hand.ts";
import type { CaseStateWord } from "#features/queues/case-search.ts";
import { displayOf } from "#features/queues/case-words.ts";
import { cx } from "#ui/cx.ts";
import type { BoardDrag } from "./board-drag.ts";

/** Over a column while a card is in somebody's hand: what letting it go there does, or why it does nothing. */
export function DropHint({ drag, state, empty }: { drag: BoardDrag; state: CaseStateWord; empty: boolean }) {
  const held = useSyncExternalStore(drag.subscribe, drag.current);
  const to = displayOf(state);
  if (!held || held.one.display_status === to) return null;
  const why = whyNotInto(to, held.one);
  const over = held.over === state;
  return (
    // A keyboard has the menu of the card, which offers only what can be done.
    <div
      aria-hidden
      className={cx(
        "pointer-events-none absolute inset-x-1 top-9 bottom-1 z-10 rounded-md border border-dashed p-3 text-sm",
        why ? "border-line text-ink-2" : over ? "border-accent" : "border-line-strong",
        // The cards below are seen through it. The word for none would only be read together with its own.
        why ? (empty ? "bg-sunken" : "bg-sunken/95") : over ? (empty ? "bg-accent-soft" : "bg-accent-soft/70") : empty && "bg-surface",
      )}
    >
      {why}
      {over && !why ? (
        <span className="inline-block rounded-sm bg-accent px-2 py-0.5 font-medium text-on-accent">
          {to === "postponed" ? "Postpone…" : `Set to “${caseStates[to].word}”`}
        </span>
      ) : null}
    </div>
  );
}
