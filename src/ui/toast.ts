import { problemOf } from "./problem.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "failed";
  readonly about?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
}

let shown: readonly Toast[] = [];
let lastId = 0;
/** What was said in this very moment: who asked twice for one thing, as a double click does, gets one answer. */
const said = new Set<string>();
const readers = new Set<() => void>();

export const toasts = {
  current: (): readonly Toast[] => shown,
  subscribe(reader: () => void): () => void {
    readers.add(reader);
    return () => readers.delete(reader);
  },
};

function show(next: readonly Toast[]): void {
  shown = next;
  for (const reader of readers) reader();
}

export function dismissToast(id: number): void {
  show(shown.filter((each) => each.id !== id));
}

/** What was said of a thing holds no more. */
export function dismissAbout(about: string): void {
  if (shown.some((each) => each.about === about)) show(shown.filter((each) => each.about !== about));
}

/**
 * Says what was done. With `undo` it takes the place of a question: the thing has happened and can be taken back. `failed` stays until it is
 * closed. What is said of the same thing, `about`, takes the place of what was: an older word of it, and its undo, hold no more. At most three
 * at once.
 */
export function toast(
  text: string,
  options: { undo?: () => void; failed?: boolean; action?: { label: string; run: () => void }; about?: string } = {},
): void {
  if (said.has(text)) return;
  said.add(text);
  setTimeout(() => said.delete(text));
  lastId += 1;
  const action = options.undo ? { label: "Undo", run: options.undo } : options.action;
  const { about } = options;
  const others = about === undefined ? shown : shown.filter((each) => each.about !== about);
  show([...others.slice(-2), { id: lastId, text, tone: options.failed ? "failed" : "plain", about, ...(action ? { action } : {}) }]);
}

/** Says why something did not work. */
export function toastFailed(error: unknown): void {
  toast(problemOf(error).message, { failed: true });
}

/** Says that a thing was deleted. `follow` shows what goes on with it, and then stands in the place of an undo. */
export function toastDeleted(name: string, { follow, undo }: { follow: (() => void) | undefined; undo?: () => void }): void {
  toast(`${name} deleted`, follow ? { action: { label: "Show progress", run: follow } } : undo ? { undo } : {});
}

/** What was typed into a form that was left with Cancel; `restore` brings it back. */
export function toastDiscarded(restore: () => void): void {
  const undo = () => {
    restore();
    toast("Your text will be here when you open the form again");
  };
  toast("Your text was discarded", { undo });
}
