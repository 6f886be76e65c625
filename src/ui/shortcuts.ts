import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { isComposing } from "./composing.ts";
import { isPageComing } from "./page-coming.ts";

export interface Shortcut {
  /** `"j"`, `"mod+k"`, `"shift+x"`, or two keys one after the other: `"g r"`. */
  readonly keys: string;
  /** What it does, for the list behind `?`. */
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
  /** Also while somebody types; only for combinations with `mod`. */
  readonly whileTyping?: boolean;
  /** Also over a dialog or menu, which keeps every other key from the page. */
  readonly anywhere?: boolean;
  /** Leads to another page, so it also counts while one is on its way. Only for pairs of keys. */
  readonly leads?: boolean;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const storageKey = "caseload.shortcuts";
const groups: { current: ShortcutGroup }[] = [];
const readers = new Set<() => void>();
let singleKeys = localStorage.getItem(storageKey) !== "off";
let snapshot: readonly ShortcutGroup[] = [];
let pending = "";
/** By the clock of the events: a page that is busy in between makes nobody's keys slower. */
let pendingSince = 0;

function changed(): void {
  snapshot = groups.map((group) => group.current);
  for (const reader of readers) reader();
}
function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Binds keys while mounted and lists them behind `?`. The most recently mounted screen wins. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string, event: KeyboardEvent) => shortcuts.find((s) => s.keys === keys)?.run(event));
  const listed = shortcuts
    .map((s) => `${s.keys}\t${s.label}\t${s.whileTyping ? "1" : ""}\t${s.anywhere ? "1" : ""}\t${s.leads ? "1" : ""}`)
    .join("\n");
  // With what is drawn: a key that is pressed as soon as something is in sight means it.
  useLayoutEffect(() => {
    if (listed === "") return undefined;
    const bound = listed.split("\n").map((line) => {
      const [keys = "", label = "", typing, anywhere, leads] = line.split("\t");
      const flags = { whileTyping: typing === "1", anywhere: anywhere === "1", leads: leads === "1" };
      return { keys, label, ...flags, run: (event: KeyboardEvent) => run(keys, event) };
    });
    const entry = { current: { title, shortcuts: bound } };
    groups.push(entry);
    changed();
    return () => {
      groups.splice(groups.indexOf(entry), 1);
      changed();
    };
  }, [title, listed]);
}

/** Whether a key is bound over dialogs as well. */
export function isBoundAnywhere(event: KeyboardEvent): boolean {
  const name = nameOf(event);
  return groups.some(({ current }) => current.shortcuts.some(({ keys, anywhere }) => anywhere && keys === name));
}

/** Every group that is bound now. */
export function useBoundShortcuts(): readonly ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => snapshot);
}

/** Whether keys without `mod` are bound, and the setter that stores it. */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => singleKeys), setSingleKeys];
}
function setSingleKeys(on: boolean): void {
  singleKeys = on;
  localStorage.setItem(storageKey, on ? "on" : "off");
  changed();
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const mod = event.metaKey || event.ctrlKey ? "mod+" : "";
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? "shift+" : "";
  return `${mod}${event.altKey ? "alt+" : ""}${shift}${key}`;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

interface Situation {
  readonly typing: boolean;
  readonly overlaid: boolean;
  readonly allowPlain: boolean;
  readonly target: EventTarget | null;
}

function find(keys: string, { typing, overlaid, allowPlain, target }: Situation): Shortcut | undefined {
  for (const { current } of groups.toReversed()) {
    for (const shortcut of current.shortcuts) {
      if (shortcut.keys !== keys || (typing && !shortcut.whileTyping)) continue;
      if ((!allowPlain && !keys.includes("mod+")) || (overlaid && !shortcut.anywhere)) continue;
      // Enter on a link or button is that element's own.
      if (keys === "enter" && target instanceof Element && target.closest("a, button, summary, [role=tab]")) continue;
      return shortcut;
    }
  }
  return undefined;
}

/** Whether a key is the first or, right after the first, the second of a pair that leads to another page. */
function isLeading(event: KeyboardEvent, name: string): boolean {
  if (isTyping(event.target)) return false;
  const after = pairedWith(event);
  const leading = groups.flatMap(({ current }) => current.shortcuts.filter(({ leads }) => leads));
  return leading.some(({ keys }) => (after === "" ? keys.startsWith(`${name} `) : keys === `${after} ${name}`));
}

/** What a press does to an element by itself, or to a list, a board or a row of tabs. */
const pressing = ["enter", "space", "delete", "backspace", "arrowup", "arrowdown", "arrowleft", "arrowright"];

/** Whether a key would act on the page that is drawn. Text that is typed into a field of it acts on nothing, until Enter sends it. */
function acts({ target }: KeyboardEvent, name: string): boolean {
  if (groups.some(({ current }) => current.shortcuts.some(({ keys }) => keys === name))) return true;
  if (isTyping(target)) return name === "enter" && target instanceof HTMLInputElement;
  return name.length === 1 || pressing.includes(name);
}

/** Whoever presses a key while a page is on its way means that page. It is not there yet, and the one that is drawn is being left. */
function holdWhileLeaving(event: KeyboardEvent): void {
  const name = nameOf(event);
  if (!isPageComing() || isComposing(event) || name === "escape" || isLeading(event, name) || !acts(event, name)) return;
  pending = "";
  event.preventDefault();
  event.stopImmediatePropagation();
}
// Before any element of the page hears it. Space presses the button that has the focus when it is let go.
addEventListener("keydown", holdWhileLeaving, { capture: true });
addEventListener("keyup", (event) => event.key === " " && isPageComing() && !isTyping(event.target) && event.preventDefault(), {
  capture: true,
});

function pairedWith({ timeStamp }: KeyboardEvent): string {
  return timeStamp - pendingSince < 1000 ? pending : "";
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isComposing(event) || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const name = nameOf(event);
  const typing = isTyping(event.target);
  const overlaid = document.querySelector("[role=dialog][data-state=open], [role=menu][data-state=open]") !== null;
  const allowPlain = singleKeys && !typing && !overlaid;
  const situation = { typing, overlaid, allowPlain, target: event.target };
  const after = pairedWith(event);
  pending = "";
  // The second key of a pair counts as that, even where it means something alone.
  const found = (after === "" ? undefined : find(`${after} ${name}`, situation)) ?? find(name, situation);
  if (found) {
    event.preventDefault();
    found.run(event);
  } else if (allowPlain && groups.some(({ current }) => current.shortcuts.some(({ keys }) => keys.startsWith(`${name} `)))) {
    pending = name;
    pendingSince = event.timeStamp;
  }
});
