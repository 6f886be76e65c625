import { useEffect } from "react";
import { unsentDrafts } from "#api/drafts.ts";

/** The browser asks before this tab is closed with text in it that was not sent. */
export function useAskBeforeClosing(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsentDrafts() > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
}
