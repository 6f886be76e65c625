import { useEffect } from "react";
import { isDeciding } from "#api/decisions/decide.ts";
import { isUnsentShown } from "#api/drafts.ts";
import { isReloading } from "#api/reload.ts";

/**
 * The browser asks before this tab is closed with decisions that were not sent, or with such text on the screen. Text of a form that somebody
 * left is kept as well, and named when they open the form again.
 */
export function useAskBeforeClosing(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading() && (isDeciding() || isUnsentShown())) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
}
