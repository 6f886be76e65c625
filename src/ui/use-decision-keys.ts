import { type PageAction, usePageActions } from "./page-actions.ts";
import { useShortcuts } from "./shortcuts.ts";
import { onceSettled } from "./settling.ts";
import { useAtRest } from "./use-at-rest.ts";

export interface DecisionAct extends Pick<PageAction, "id" | "label" | "run"> {
  readonly icon: NonNullable<PageAction["icon"]>;
  readonly keys: string;
}

/**
 * Binds what decides one thing to its keys and to the palette while `on`. Says whether it takes an answer yet: what has just come into sight takes
 * none, as a press may have been meant for the thing before it.
 */
export function useDecisionKeys(group: string, of: string, acts: readonly DecisionAct[], on: boolean): boolean {
  const settled = useAtRest(`${of} ${on}`);
  const guarded = on ? acts.map((act) => ({ ...act, decides: true, run: () => onceSettled(settled, act.run) })) : [];
  usePageActions(guarded);
  useShortcuts(
    group,
    guarded.map(({ keys, label, run }) => ({ keys, label, run: (event: KeyboardEvent) => (event.repeat ? undefined : run()) })),
  );
  return settled;
}
