import { createContext, useContext, useEffectEvent, useInsertionEffect } from "react";
import { isComposing } from "./composing.ts";
import { isBoundAnywhere } from "./shortcuts.ts";

/** Whether a component is drawn inside of an overlay that is there already. */
export const InOverlay = createContext(false);

interface Hold {
  /** Calls the opening off. Absent where the overlay is there and closes itself: what it holds for is a part of it that is still to come. */
  readonly cancel: (() => void) | undefined;
}

const holds = new Set<Hold>();
let typed = "";

/** Whether an overlay that was asked for is still on its way. */
function isOneComing(): boolean {
  return [...holds].some(({ cancel }) => cancel !== undefined);
}

/**
 * Between the moment in which an overlay is asked for and the one in which its field has the focus, what somebody types is meant for that field.
 * No key reaches the page meanwhile; the text is given to the field once it is there, and to nothing if there is none.
 */
function holdKeys(cancel: (() => void) | undefined): () => void {
  const hold = { cancel };
  holds.add(hold);
  return () => {
    holds.delete(hold);
    // One hold often follows the other in the same commit: code that arrives draws an overlay whose field is still to come.
    queueMicrotask(handOver);
  };
}

/**
 * Holds the keys while `active`. Escape calls `cancel`. A field outside of a dialog gets them where it has `data-takes-held`: any other that has the
 * focus was there before.
 */
export function useHeldKeys(active: boolean, cancel?: () => void): void {
  const inside = useContext(InOverlay);
  const callOff = useEffectEvent(() => cancel?.());
  // Before anything of the same commit can be seen or gets the focus.
  useInsertionEffect(() => (active ? holdKeys(inside ? undefined : () => callOff()) : undefined), [active, inside]);
}

function handOver(): void {
  if (isOneComing() || typed === "") return;
  const field = document.activeElement;
  const takesText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || (field as HTMLElement).isContentEditable;
  const dialog = [...document.querySelectorAll("[role=dialog][data-state=open]")].at(-1);
  const isMeant = takesText && (dialog ? field?.closest("[role=dialog]") === dialog : field?.hasAttribute("data-takes-held"));
  // A part of a dialog that is still to come may bring the field, unless one that is there has the focus: that gets every further key as well.
  if (!isMeant && holds.size > 0) return;
  const text = typed;
  typed = "";
  // The only way in that undo knows, and that every kind of field hears as typing.
  if (isMeant) document.execCommand("insertText", false, text);
}

/** In a dialog that is there, a field or button that somebody has gone to keeps its keys, and the dialog those that lead on. */
function isTheDialogs(event: KeyboardEvent): boolean {
  if (isOneComing()) return false;
  const { activeElement } = document;
  return event.key === "Escape" || event.key === "Tab" || Boolean(activeElement?.parentElement?.closest("[role=dialog]"));
}

function take(event: KeyboardEvent): void {
  if (holds.size === 0 || isComposing(event) || ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(event.key)) return;
  if (isTheDialogs(event)) return;
  if (!isOneComing() && isBoundAnywhere(event)) {
    // It leads away from the dialog that the text was meant for.
    typed = "";
    return;
  }
  const [first] = holds;
  const printable = event.key.length === 1;
  const combined = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
  event.stopImmediatePropagation();
  if (combined) {
    // Reload, copy, paste stay the browser's; keys that a page binds as well must not save or print it now.
    if (["k", "s", "Enter"].includes(event.key)) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (event.key === "Escape") {
    typed = "";
    first?.cancel?.();
  } else if (event.key === "Backspace") typed = [...typed].slice(0, -1).join("");
  else if (printable) typed += event.key;
}

addEventListener("keydown", take, { capture: true });
// Space presses the button that has the focus when it is let go.
addEventListener(
  "keyup",
  (event) => {
    if (holds.size > 0 && event.key === " ") event.preventDefault();
  },
  { capture: true },
);
addEventListener(
  "paste",
  (event) => {
    if (holds.size === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    typed += event.clipboardData?.getData("text/plain") ?? "";
  },
  { capture: true },
);
