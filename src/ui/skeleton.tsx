import { useContext, useEffect, useState } from "react";
import { cx } from "./cx.ts";
import { InOverlay, useHeldKeys } from "./held-keys.ts";

/** A grey bar in the place of text to come. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("h-3 animate-pulse rounded-sm bg-hover", className)} />;
}

/** Lines of the final shape. Appears after 200 ms: an answer that is quicker needs no wait shown. */
export function SkeletonRows({ rows = 8, height = 32 }: { rows?: number; height?: number }) {
  const late = useLate(200);
  // The field of a dialog may come with what is being loaded; a page has keys of its own.
  useHeldKeys(useContext(InOverlay));
  return (
    <div role="status" aria-label="Loading" className={late ? "" : "invisible"}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex items-center gap-6 border-b border-line px-5" style={{ height }}>
          <Skeleton className={at % 3 === 0 ? "w-2/5" : at % 3 === 1 ? "w-1/3" : "w-1/4"} />
          <Skeleton className="w-20" />
          <Skeleton className="ms-auto hidden w-16 sm:block" />
        </div>
      ))}
    </div>
  );
}

/** True once `milliseconds` have passed since mounting. */
export function useLate(milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return late;
}
