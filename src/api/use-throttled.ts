import { useEffect, useEffectEvent, useRef } from "react";
import { followPause } from "./quota.ts";

/**
 * A function that asks for `run`: at once when it has rested for `milliseconds`, or longer where the quota is scarce, otherwise once as soon
 * as it has. `run` is given the same function, for what it could not do in one go.
 */
export function useThrottled(run: (again: () => void) => unknown, milliseconds: number): () => void {
  const latest = useEffectEvent(run);
  const ask = useRef<() => void>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    ask.current = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = performance.now();
          void latest(() => ask.current?.());
        },
        Math.max(0, last + Math.max(milliseconds, followPause()) - performance.now()),
      );
    };
    return () => {
      clearTimeout(timer);
      ask.current = undefined;
    };
  }, [milliseconds]);
  return () => ask.current?.();
}
