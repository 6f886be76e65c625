import { focusPlace, homeOf, type Place, placeOf } from "./focus-place.ts";

/** What lies over the page for a while; whoever leaves it goes back to where they were. */
const floating = "[data-floating], [role=dialog]";

let here: Place | undefined;
/** Set while the focus is on its way: what had it has lost it, and what gets it has it not yet. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** A button that asks before it does anything may have the focus again without harm. */
const openers = new WeakSet<Element>();

/**
 * The focus of a page: it never falls to nothing because what had it went. Browsers give it to the body then, from where a screen reader begins
 * again at the top. Lists that draw only what is in sight mark themselves with `data-windowed`: their rows go because somebody scrolls.
 */
export function keepFocus(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener("focusin", ({ target }) => entered(target), { signal });
  // Before anybody else hears of it: what they change then, a tooltip that goes, is seen while nothing has the focus.
  addEventListener("focusout", ({ relatedTarget }) => left(relatedTarget === null), { signal, capture: true });
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  signal.addEventListener("abort", () => observer.disconnect());
  return () => stop.abort();
}

/** Where a dialog that opens now gives the focus back to: of a menu its button. */
export function openedFrom(): Place | undefined {
  if (here) openers.add(here.node);
  return here;
}

/** Gives the focus back, unless something else has taken it. */
export function giveBack(place: Place | undefined): void {
  const { activeElement } = document;
  // A menu that is on its way out takes the focus along when it goes.
  if (activeElement !== document.body && !activeElement?.closest("[role=menu][data-state=closed]")) return;
  focusPlace(place, { alike: true });
  // What it came from last is the dialog; what was before that still counts.
  if (place && document.activeElement === place.node) here = placeOf(place.node, place.over);
}

function left(forNothing: boolean): void {
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    leaving = undefined;
    if (forNothing) forgetWhatWasLeft();
    restore();
  });
}

function entered(target: EventTarget | null): void {
  clearTimeout(leaving);
  leaving = undefined;
  if (!(target instanceof HTMLElement)) return;
  // A menu goes with its choice, and its button stays. A pointer that opens one does not give the button the focus first.
  const menu = target.closest("[role=menu]");
  const node = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : target;
  if (!node || node === here?.node) return;
  const layer = node.closest(floating);
  here = placeOf(node, layer ? { layer, before: here?.over ? here.over.before : here } : undefined);
}

/** Somebody clicked beside everything, or went on by Tab to the browser's own bar: then nothing has the focus because they want it so. */
function forgetWhatWasLeft(): void {
  const nowhere = document.activeElement === document.body;
  if (nowhere && here?.node.isConnected && !here.node.matches(":disabled")) here = undefined;
}

function restore(): void {
  if (!here || leaving !== undefined || document.activeElement !== document.body) return;
  const { node } = here;
  const place = here;
  if (node.isConnected) {
    if (node.matches(":disabled")) return;
  } else {
    const home = homeOf(place);
    // What was in a layer of its own: that gives the focus back itself.
    if (!home || home === document.body) return;
    here = undefined;
    if (home.closest("[data-windowed]")) return;
  }
  focusPlace(place, { alike: !node.matches("button") || openers.has(node) });
}
