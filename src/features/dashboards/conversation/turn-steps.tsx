import { ArrowUpDown, Eye, type LucideIcon, Minus, Pencil, Plug, Plus, Search } from "lucide-react";
import type { TurnStep } from "#contract/dashboards/dashboard.ts";

type Done = Exclude<TurnStep, { kind: "asked" }>;

const looks: Readonly<Record<Done["kind"], readonly [icon: LucideIcon, word: string]>> = {
  added: [Plus, "Added"],
  changed: [Pencil, "Changed"],
  removed: [Minus, "Removed"],
  moved: [ArrowUpDown, "Moved"],
  sources: [Search, ""],
  tried: [Search, ""],
  read: [Plug, ""],
  // What was found may be good or bad: a tick would say that it is good.
  checked: [Eye, ""],
};

/** What a turn did, a line for each step. */
export function TurnSteps({ step }: { step: Done }) {
  const [Icon, word] = looks[step.kind];
  return (
    <p className="flex min-w-0 items-center gap-2 pt-1.5 text-xs">
      <Icon size={12} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      {"title" in step ? (
        <>
          <span className="sr-only">{word}</span>
          <span className="truncate" title={step.title}>
            {step.title}
          </span>
          <span className="ms-auto shrink-0 text-ink-3">{step.detail}</span>
        </>
      ) : (
        <span className="min-w-0 break-words text-ink-2">{step.detail}</span>
      )}
    </p>
  );
}
