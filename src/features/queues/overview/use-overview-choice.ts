import { useState } from "react";
import { useSession } from "#api/session.ts";
import { choiceIn, type OverviewChoice } from "./kept-choice.ts";

/** Whether a person wants the figures above the cases of queues, and of how long: remembered in this browser. */
export function useOverviewChoice(): [choice: OverviewChoice, choose: (change: Partial<OverviewChoice>) => void] {
  const storageKey = `caseload.queue-overview.${useSession().user.id}`;
  const [choice, setChoice] = useState(() => choiceIn(localStorage.getItem(storageKey)));
  const choose = (change: Partial<OverviewChoice>) => {
    const next = { ...choice, ...change };
    localStorage.setItem(storageKey, `${next.shown ? "shown" : "hidden"} ${next.span}`);
    setChoice(next);
  };
  return [choice, choose];
}
