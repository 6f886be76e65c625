import { type KeyboardEvent, useRef } from "react";
import { useShortcuts } from "#ui/shortcuts.ts";

/** How far each key moves: lanes down, days across. */
const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * Keys of a table of lanes: J and K move the focus from lane to lane, as in lists, and arrow keys from there between lanes and the days on which
 * something was due. Days without a due time are passed over.
 */
export function useLaneKeys() {
  const table = useRef<HTMLTableElement>(null);
  const rows = () => [...(table.current?.tBodies[0]?.rows ?? [])];
  const moveLane = (by: number) => {
    const all = rows();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
    controlIn(all[next]?.cells[0])?.focus();
  };
  useShortcuts("Week", [
    { keys: "j", label: "Next schedule", run: () => moveLane(1) },
    { keys: "k", label: "Previous schedule", run: () => moveLane(-1) },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const cell = event.target instanceof Element ? event.target.closest("th, td") : null;
    if (!step || !(cell instanceof HTMLTableCellElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = cell.parentElement;
    const all = rows();
    const at = all.findIndex((one) => one === row);
    if (at < 0) return;
    event.preventDefault();
    const [down, across] = step;
    const next = across === 0 ? nearest(all[at + down], cell.cellIndex) : beside(all[at], cell.cellIndex, across);
    next?.focus();
  };
  return { table, onKeyDown };
}

const controlIn = (cell: HTMLTableCellElement | undefined) => cell?.querySelector<HTMLElement>("a, button") ?? undefined;

/** The next one in the same lane. */
function beside(row: HTMLTableRowElement | undefined, at: number, across: number): HTMLElement | undefined {
  for (let next = at + across; next >= 0 && row && next < row.cells.length; next += across) {
    const control = controlIn(row.cells[next]);
    if (control) return control;
  }
  return undefined;
}

/** The one of another lane that is least far from a column. */
function nearest(row: HTMLTableRowElement | undefined, column: number): HTMLElement | undefined {
  const found = [...(row?.cells ?? [])].flatMap((cell) => {
    const control = controlIn(cell);
    return control ? [{ control, far: Math.abs(cell.cellIndex - column) }] : [];
  });
  return found.toSorted((a, b) => a.far - b.far)[0]?.control;
}
