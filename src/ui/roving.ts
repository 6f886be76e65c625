import { type KeyboardEvent, useState } from "react";

/**
 * Makes many buttons one tab stop: arrow keys, Home and End move between those of one group, in which a field keeps its own Home and End. Spread
 * `group` on what holds the buttons
 * and `item(id)` on each of them. The stop is where the focus was last, else at `current`, else at the first.
 */
export function useRoving(ids: readonly string[], current?: string) {
  const [last, setLast] = useState<string>();
  const stop = [last, current].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  return {
    group: { "data-roving": "", onKeyDown: moveFocus },
    item: (id: string) => ({ "data-roving-item": "", tabIndex: id === stop ? 0 : -1, onFocus: () => setLast(id) }),
  } as const;
}

export type RovingItem = ReturnType<ReturnType<typeof useRoving>["item"]>;

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (event.target instanceof HTMLInputElement && !event.key.startsWith("Arrow")) return;
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-roving-item]")];
  const at = items.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  items[step(at, items.length - 1)]?.focus();
}
