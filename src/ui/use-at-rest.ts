import { useEffect, useState } from "react";
import { settlesIn } from "./settling.ts";

let lastKey = Number.NEGATIVE_INFINITY;
// Before anything can keep a key to itself: also what is typed into a field tells that somebody types.
addEventListener("keydown", () => (lastKey = performance.now()), { capture: true });

/**
 * Whether `of` has been in sight for a moment, with the keyboard at rest: neither a second press that was meant for the thing before it nor
 * the rest of a word decides anything about this one.
 */
export function useAtRest(of: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // A page that is not in sight draws no frames.
    const frame = requestAnimationFrame(() => {
      const shown = performance.now();
      const look = () => {
        const left = settlesIn(performance.now(), shown, lastKey);
        if (left > 0) timer = setTimeout(look, left);
        else setSettled(of);
      };
      look();
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [of]);
  return settled === of;
}
