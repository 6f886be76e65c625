import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

interface ScaleProps {
  ticks: readonly number[];
  said: (value: number) => string;
  /** The promise, and where its words are: above its mark. */
  promise: number | null;
  promiseInWords: string;
  /** Of what is drawn above the axis, in pixels. */
  height: number;
  /** Gets where a value is, in percent of the width. */
  children: (at: (value: number) => string) => ReactNode;
}

/** An axis with the mark of what was promised. It takes whatever room there is; the same figures are in words beside it. */
export function Scale({ ticks, said, promise, promiseInWords, height, children }: ScaleProps) {
  const [from, to] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const part = (value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  const at = (value: number) => `${part(value) * 100}%`;
  return (
    <div aria-hidden className="px-4 text-xs select-none">
      <div className="relative border-b border-line-strong" style={{ height: `${height + 18}px` }}>
        {children(at)}
        {promise === null ? null : (
          <>
            <span
              className="absolute bottom-0 w-0.5 -translate-x-1/2 bg-ink"
              style={{ left: at(promise), height: `${Math.max(24, height - 8)}px` }}
            />
            <span
              className="absolute top-0 whitespace-nowrap"
              style={part(promise) > 0.6 ? { right: `calc(100% - ${at(promise)} - 2px)` } : { left: at(promise) }}
            >
              {promiseInWords}
            </span>
          </>
        )}
      </div>
      <div className="relative h-5 text-ink-3 tabular-nums">
        {ticks.map((tick, i) => (
          <span
            key={tick}
            className={cx("absolute top-1 -translate-x-1/2", ticks.length > 6 && i % 2 === 1 && "max-sm:hidden")}
            style={{ left: at(tick) }}
          >
            {said(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A thing that was counted, or a hollow one: it failed, or is not judged. */
export function Dot({ left, bottom, tone }: { left: string; bottom: number; tone: "done" | "failed" | "unjudged" }) {
  const look = { done: "bg-accent", failed: "border border-failed bg-canvas", unjudged: "border border-ink-2 bg-canvas" }[tone];
  return <span className={cx("absolute size-[7px] -translate-x-1/2 rounded-full", look)} style={{ left, bottom: `${bottom}px` }} />;
}
