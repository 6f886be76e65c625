import { useState } from "react";
import { useShortcuts } from "#ui/shortcuts.ts";

const storageKey = "caseload.dashboard-conversation";

export interface ConversationShown {
  readonly shown: boolean;
  readonly show: (shown: boolean) => void;
}

/** Whether the conversation stands beside the page; remembered in this browser. */
export function useConversationShown(canEdit: boolean): ConversationShown {
  const [shown, setShown] = useState(() => localStorage.getItem(storageKey) !== "hidden");
  const show = (next: boolean) => {
    localStorage.setItem(storageKey, next ? "shown" : "hidden");
    setShown(next);
  };
  useShortcuts(
    "Dashboard",
    canEdit ? [{ keys: "c", label: shown ? "Hide the conversation" : "Show the conversation", run: () => show(!shown) }] : [],
  );
  return { shown, show };
}
