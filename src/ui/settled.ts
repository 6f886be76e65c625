import { useEffect, useState } from "react";

const settleMs = 400;

/** Whether `of` has been in sight for a moment: a second press that was meant for the thing before it decides nothing about this one. */
export function useSettled(of: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // A page that is not in sight draws no frames.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setSettled(of), settleMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [of]);
  return settled === of;
}
