import type { LucideIcon } from "lucide-react";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Something that can be done on the page that is open; the command palette lists it. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  /** It decides, stops or begins something at once: never what a hasty Enter meets. */
  readonly decides?: boolean;
  /** It is there on every page, and comes after what is about this one. */
  readonly everywhere?: true;
  readonly run: () => void;
}

let actions: readonly PageAction[] = [];
const readers = new Set<() => void>();

function set(next: readonly PageAction[]): void {
  actions = next;
  for (const reader of readers) reader();
}

/** Offers the actions in the palette while the calling page is mounted. */
export function usePageActions(offered: readonly PageAction[]): void {
  const run = useEffectEvent((id: string) => offered.find((action) => action.id === id)?.run());
  const icons = useEffectEvent(() => offered);
  const listed = offered.map((action) => `${action.id}\t${action.label}`).join("\n");
  useEffect(() => {
    const mine = icons().map((action) => ({ ...action, run: () => run(action.id) }));
    set([...actions, ...mine]);
    return () => set(actions.filter((action) => !mine.includes(action)));
  }, [listed]);
}

export function useOfferedActions(): readonly PageAction[] {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => actions,
  );
}
