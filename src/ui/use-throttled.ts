import { useEffect, useEffectEvent, useRef } from "react";

/** A function that asks for `run`: at once when it has rested for `milliseconds`, otherwise once as soon as it has. */
export function useThrottled(run: () => unknown, milliseconds: number): () => void {
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
          void latest();
        },
        Math.max(0, last + milliseconds - performance.now()),
      );
    };
    return () => {
      clearTimeout(timer);
      ask.current = undefined;
    };
  }, [milliseconds]);
  return () => ask.current?.();
}
