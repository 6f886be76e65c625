import { useState } from "react";
import { sayNext } from "#api/decisions/held.ts";
import { useGo } from "#ui/link.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { type SteadyItem, useSteadyItems } from "./use-steady-items.ts";
import { pageOf, titleOf, type useWaitingItems } from "./waiting-items.ts";

interface WalkOptions {
  teamId: string;
  waiting: ReturnType<typeof useWaitingItems>;
  /** List and request are side by side. */
  wide: boolean;
  chosen: string | undefined;
  onChoose: (id: string | undefined, replace: boolean) => void;
}

/** Where somebody is in what waits for them, and how they get on: by key, and to the next one once one is decided. */
export function useInboxWalk({ teamId, waiting, wide, chosen, onChoose }: WalkOptions) {
  const steady = useSteadyItems(waiting.items, waiting.version);
  const rows = [...steady.rows.filter(({ item }) => !item.former), ...steady.rows.filter(({ item }) => item.former)];
  const isLeft = ({ item, gone }: SteadyItem) => !gone && !steady.decided.has(item.id);
  const current = rows.find(({ item }) => item.id === chosen) ?? (wide ? rows.find(({ item }) => !steady.decided.has(item.id)) : undefined);
  const place = current ? rows.indexOf(current) : -1;
  const go = useGo();
  // Somebody who decides or walks by key reads on at the heading of the next one.
  const [walkedTo, setWalkedTo] = useState<string>();

  const open = (next: SteadyItem | undefined, replace: boolean) => {
    setWalkedTo(next?.item.id ?? "");
    onChoose(next?.item.id, replace);
  };
  const goOn = (done: ReadonlySet<string>) => {
    const left = (row: SteadyItem) => isLeft(row) && !done.has(row.item.id);
    const next = rows.slice(place + 1).find(left) ?? rows.slice(0, Math.max(0, place)).findLast(left);
    steady.tidy();
    // A review has a page of its own: where there is no room beside the list, that comes next by a press.
    open(next?.item.kind === "review" && !wide ? undefined : next, true);
    if (next) sayNext(titleOf(next.item));
  };
  const move = (by: number) => {
    if (!current) return focusRow(by);
    const next = rows[Math.max(0, Math.min(rows.length - 1, place + by))];
    if (!next) return;
    if (next.item.kind === "review" && !wide) return go(pageOf(teamId, next.item));
    open(next, true);
  };
  const paged = current?.item.kind === "review" || current?.item.kind === "thing" ? current.item : undefined;
  useShortcuts("Inbox", [
    { keys: "j", label: "Next request", run: () => move(1) },
    { keys: "k", label: "Previous request", run: () => move(-1) },
    ...(paged ? [{ keys: "enter", label: "Open its page", run: () => go(pageOf(teamId, paged)) }] : []),
    ...(wide || !current ? [] : [{ keys: "escape", label: "Back to the list", run: () => onChoose(undefined, false) }]),
  ]);
  return {
    rows,
    current,
    place,
    /** What is neither decided nor former. */
    open: rows.filter((row) => isLeft(row) && !row.item.former),
    /** The one they walked to; an empty text once nothing was left to walk to. */
    walkedTo,
    goOn,
    drop: steady.drop,
  };
}

function focusRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-inbox-row]")];
  const now = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, now + by))]?.focus();
}
