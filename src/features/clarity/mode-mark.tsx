import { Bot, Hand, type LucideIcon, UserRound } from "lucide-react";
import type { StepMode } from "#contract/clarity/flow/lanes.ts";
import { cx } from "#ui/cx.ts";
import { modeWords } from "./step-words.ts";

const marks: Readonly<Record<StepMode, { readonly icon: LucideIcon; readonly look: string }>> = {
  agent: { icon: Bot, look: "bg-accent-soft text-accent-ink" },
  person: { icon: UserRound, look: "bg-sunken text-ink-2" },
  outside: { icon: Hand, look: "border border-line text-ink-2" },
};

/** Who does a task once an agent has the process. It follows from the type and the role of the step: nobody sets it. */
export function ModeMark({ mode }: { mode: StepMode }) {
  const { icon: Icon, look } = marks[mode];
  return (
    <span className={cx("inline-flex shrink-0 items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs whitespace-nowrap", look)}>
      <Icon size={12} strokeWidth={1.75} aria-hidden />
      {modeWords[mode]}
    </span>
  );
}
