import { Hourglass } from "lucide-react";
import { use, useEffect, useState } from "react";
import { EmptyState } from "./empty-state.tsx";
import { WaitsContext } from "./frame.ts";
import { SkeletonRows } from "./skeleton.tsx";

interface RateLimitedProps {
  /** Milliseconds since 1970. */
  until: number;
  /** Left out where what waits tries again on its own. */
  onResume?: () => void;
}

/** Counts down and continues by itself. Where the shell counts already, what is loaded looks as it always does. */
export function RateLimitedState(props: RateLimitedProps) {
  if (use(WaitsContext)) {
    return (
      <>
        <SkeletonRows />
        <Countdown {...props} silent />
      </>
    );
  }
  return (
    <EmptyState icon={Hourglass} title="Too many requests">
      <Countdown {...props} />
    </EmptyState>
  );
}

/** As `RateLimitedState`, from now on. */
export function RateLimited({ seconds, onResume }: { seconds: number; onResume?: () => void }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  return <RateLimitedState until={until} {...(onResume ? { onResume } : {})} />;
}

/** The same in a line over a page. */
export function WaitingLine(props: RateLimitedProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line bg-waiting-soft px-5 py-1.5 text-sm text-waiting">
      <Hourglass size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span>Too many requests.</span>
      <Countdown {...props} />
    </div>
  );
}

/** Read out once: each second of it would speak over everything else. */
function Countdown({ until, onResume, silent = false }: RateLimitedProps & { silent?: boolean }) {
  const [left, setLeft] = useState(() => secondsTo(until));
  const [said] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsTo(until);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onResume?.();
    }, 500);
    return () => clearInterval(timer);
  }, [until, onResume]);
  if (silent) return null;
  return (
    <>
      <span aria-hidden>{left > 0 ? `Continues in ${left} s.` : "Continuing…"}</span>
      <span role="status" className="sr-only">
        {left > 0 ? `Too many requests. Continues in ${said} s.` : "Continuing…"}
      </span>
    </>
  );
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
