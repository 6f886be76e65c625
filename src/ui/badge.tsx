import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Tone = "neutral" | "accent" | "running" | "waiting" | "done" | "failed";

/** A word with a ground. The word says it; the hue only helps. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-5 items-center align-middle gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap",
        grounds[tone],
      )}
    >
      {children}
    </span>
  );
}

const grounds: Record<Tone, string> = {
  neutral: "bg-hover text-ink-2",
  accent: "bg-accent-soft text-accent-ink",
  running: "bg-running-soft text-running",
  waiting: "bg-waiting-soft text-waiting",
  done: "bg-done-soft text-done",
  failed: "bg-failed-soft text-failed",
};
