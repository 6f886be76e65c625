import { useRef, useState } from "react";
import { useShortcuts } from "./shortcuts.ts";
import type { TableSelection } from "./table-selection.ts";

interface Options {
  readonly ids: readonly string[];
  readonly selection: TableSelection | undefined;
  readonly scroller: HTMLElement | null;
  readonly enabled: boolean;
  /** Of a row, in pixels. */
  readonly height: number;
}

/** The keys of a list: `j` and `k` move the focus, `x` selects, with shift a range, Escape clears; Enter opens the link that has the focus. */
export function useTableKeys({ ids, selection, scroller, enabled, height }: Options) {
  const [active, setActive] = useState(-1);
  const anchor = useRef(-1);

  const rowAt = (at: number) => scroller?.querySelector<HTMLElement>(`[data-row="${at}"]`);
  const focus = (at: number) => {
    const row = rowAt(at);
    // The link before the box that stands in front of it: it says which row this is.
    (row?.querySelector<HTMLElement>("a[href]") ?? row?.querySelector<HTMLElement>("button, input"))?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const move = (by: number) => {
    // Of a long list only the rows in sight are in the document: who has scrolled away goes on from what they see.
    const next = rowAt(active) ? active + by : firstInSight(scroller);
    const at = Math.max(0, Math.min(ids.length - 1, next));
    setActive(at);
    if (rowAt(at)) return focus(at);
    scroller?.scrollTo({ top: at * height });
    requestAnimationFrame(() => focus(at));
  };
  const toggle = (at: number, range: boolean) => {
    if (!selection || selection.disabled) return;
    const next = new Set(selection.ids);
    const from = range && anchor.current >= 0 ? Math.min(anchor.current, at) : at;
    const to = range && anchor.current >= 0 ? Math.max(anchor.current, at) : at;
    const add = !next.has(ids[at] ?? "");
    for (const id of ids.slice(from, to + 1)) {
      if (add && !selection.except?.has(id)) next.add(id);
      else next.delete(id);
    }
    anchor.current = at;
    selection.onChange(next);
  };

  const moving = [
    { keys: "j", label: "Next row", run: () => move(1) },
    { keys: "k", label: "Previous row", run: () => move(-1) },
    { keys: "enter", label: "Open", run: () => scroller?.querySelector<HTMLElement>(`[data-row="${active}"] a[href]`)?.click() },
  ];
  const selecting = [
    { keys: "x", label: "Select", run: () => active >= 0 && toggle(active, false) },
    { keys: "shift+x", label: "Select up to here", run: () => active >= 0 && toggle(active, true) },
    { keys: "escape", label: "Clear selection", run: () => selection?.onChange(new Set()) },
  ];
  useShortcuts("List", enabled ? (selection ? [...moving, ...selecting] : moving) : []);
  return { active, setActive, toggle };
}

/** The first row that is not under the header. */
function firstInSight(scroller: HTMLElement | null): number {
  const top = scroller?.querySelector("thead")?.getBoundingClientRect().bottom ?? 0;
  const rows = [...(scroller?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  return Number(rows.find((row) => row.getBoundingClientRect().top >= top)?.dataset["row"] ?? 0);
}
