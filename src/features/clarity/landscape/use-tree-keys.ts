import { type KeyboardEvent, type RefObject, useState } from "react";
import type { LandscapeLink } from "#contract/clarity/node.ts";

/** A line of the tree that is drawn at the moment. */
interface TreeLine {
  readonly id: string;
  readonly level: number;
  /** Undefined for what has nothing inside it. */
  readonly open: boolean | undefined;
}

interface TreeKeys {
  readonly lines: readonly TreeLine[];
  readonly links: readonly LandscapeLink[];
  readonly tree: RefObject<HTMLElement | null>;
  readonly chosen: string | undefined;
  readonly onOpen: (id: string, open: boolean) => void;
  /** Shows a line that may be inside something closed. */
  readonly onReveal: (id: string) => void;
  readonly onEnter: (id: string) => void;
}

/**
 * Arrows move, open and close; L goes to the next process that the one in focus is linked to; Enter takes it. One line has the focus stop of the
 * tree.
 */
export function useTreeKeys({ lines, links, tree, chosen, onOpen, onReveal, onEnter }: TreeKeys) {
  const [wanted, setWanted] = useState<string>();
  const stop = [wanted, chosen, lines[0]?.id].find((id) => lines.some((line) => line.id === id));
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setWanted(id);
    // The line may have to be drawn first.
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-line="${id}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const at = lines.findIndex((line) => line.id === id);
    const line = lines[at];
    if (!line) return;
    const parent = lines.slice(0, at).findLast(({ level }) => level < line.level);
    const linked = links.flatMap(({ sourceNodeId: from, targetNodeId: to }) => (from === id ? [to] : to === id ? [from] : []));
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(lines[at + 1]?.id),
      ArrowUp: () => focus(lines[at - 1]?.id),
      Home: () => focus(lines[0]?.id),
      End: () => focus(lines.at(-1)?.id),
      ArrowRight: () => (line.open === false ? onOpen(id, true) : line.open ? focus(lines[at + 1]?.id) : undefined),
      ArrowLeft: () => (line.open ? onOpen(id, false) : focus(parent?.id)),
      l: () => {
        const next = linked[0];
        if (next === undefined) return;
        onReveal(next);
        focus(next);
      },
      Enter: () => onEnter(id),
      " ": () => onEnter(id),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return { stop, onKeyDown, setWanted };
}
