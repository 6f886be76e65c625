import { useEffect } from "react";
import { isDeciding } from "#api/decisions.ts";
import { unsentDrafts } from "#api/drafts.ts";

/** The browser asks before this tab is closed with text or decisions in it that were not sent. */
export function useAskBeforeClosing(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDeciding() || unsentDrafts() > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
}
