import { useState } from "react";
import { useSession } from "#api/session.ts";
import { usePageActions } from "#ui/page-actions.ts";

const keyOf = (userId: string, teamId: string) => `caseload.first-steps.${userId}.${teamId}`;

/** Whether that person put the first steps of a team away. */
export function hidesSteps(userId: string, teamId: string): boolean {
  return localStorage.getItem(keyOf(userId, teamId)) === "hidden";
}

/** Whether somebody put the first steps of a team away; remembered in this browser. */
export function useHiddenSteps(teamId: string) {
  const { user } = useSession();
  const key = keyOf(user.id, teamId);
  const [changed, setChanged] = useState<{ readonly key: string; readonly hidden: boolean }>();
  const hidden = changed?.key === key ? changed.hidden : hidesSteps(user.id, teamId);
  const hide = (next: boolean) => {
    if (next) localStorage.setItem(key, "hidden");
    else localStorage.removeItem(key);
    setChanged({ key, hidden: next });
  };
  usePageActions(hidden ? [{ id: "first-steps", label: "Show the first steps", run: () => hide(false) }] : []);
  return { hidden, hide: () => hide(true) };
}
