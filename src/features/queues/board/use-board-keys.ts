import { useState } from "react";
import type { CaseCounts } from "#contract/queues/case.ts";
import { type CaseStateWord, caseStates } from "#features/queues/case-search.ts";
import { displayOf } from "#features/queues/case-words.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { stateOf } from "./carry-card.ts";

/** Of a card on the board. */
export interface Place {
  readonly state: CaseStateWord;
  readonly at: number;
}

/** `j` and `k` go through a column, `h` and `l` from column to column, `s` opens the states of a card. */
export function useBoardKeys(counts: CaseCounts | undefined) {
  /** The card that is to get the focus. */
  const [wanted, setWanted] = useState<Place>();
  /** The next column that holds anything. */
  const enter = (from: number, by: 1 | -1, at = 0) => {
    for (let next = from; next >= 0 && next < caseStates.length; next += by) {
      const state = caseStates[next];
      if (state && counts && counts[displayOf(state)] > 0) return setWanted({ state, at });
    }
    return undefined;
  };
  const step = (by: number) => {
    const { state, at } = placeOf(document.activeElement);
    if (state) setWanted({ state, at: Math.max(0, at + by) });
    else enter(0, 1);
  };
  const cross = (by: 1 | -1) => {
    const { state, at } = placeOf(document.activeElement);
    if (state) enter(caseStates.indexOf(state) + by, by, at);
    else enter(0, 1);
  };
  useShortcuts("Board", [
    { keys: "j", label: "Next card", run: () => step(1) },
    { keys: "k", label: "Previous card", run: () => step(-1) },
    { keys: "l", label: "Next column", run: () => cross(1) },
    { keys: "h", label: "Previous column", run: () => cross(-1) },
    { keys: "s", label: "Set the status of the card", run: () => openMenu(document.activeElement) },
  ]);
  return { wanted, want: setWanted };
}

function placeOf(node: Element | null): { state: CaseStateWord | undefined; at: number } {
  const card = node?.closest<HTMLElement>("[data-card]");
  return { state: stateOf(card?.closest("[data-column]")), at: Number(card?.dataset["card"] ?? 0) };
}

function openMenu(node: Element | null): void {
  const button = node?.closest("[data-card]")?.querySelector<HTMLElement>("button");
  // As the menu itself is opened by the keyboard.
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
