import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState } from "./empty-state.tsx";

/** Counts down and goes on by itself. `onResume` is left out where the reader below retries on its own. */
export function RateLimitedState({ seconds, onResume }: { seconds: number; onResume?: () => void }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onResume?.();
    }, 500);
    return () => clearInterval(timer);
  }, [until, onResume]);
  return (
    <EmptyState icon={Hourglass} title="Too many requests">
      {left > 0 ? `Too many requests for now. Goes on by itself in ${left} ${left === 1 ? "second" : "seconds"}.` : "Going on…"}
    </EmptyState>
  );
}
