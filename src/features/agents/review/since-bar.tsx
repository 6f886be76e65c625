import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import type { Earlier } from "./use-review.ts";

/** The side of the earlier proposal, as its reader knows it. */
export const sideTitles: Record<Earlier["how"], string> = {
  looked: "When you last looked",
  asked: "When you asked again",
  previous: "Previous proposal",
};

const sinceWords: Record<Earlier["how"], string> = {
  looked: "Only what changed since you looked",
  asked: "Only what changed since you asked again",
  previous: "Only what changed since the previous proposal",
};

interface SinceBarProps {
  earlier: Earlier;
  /** Only what came after the earlier proposal is shown. */
  since: boolean;
  undecided: boolean;
  onEverything: (everything: boolean) => void;
}

/** Which of two comparisons is shown, and the way to the other one. */
export function SinceBar({ earlier: { how }, since, undecided, onEverything }: SinceBarProps) {
  return (
    <div role="status" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-sm md:px-5">
      <Badge tone="waiting">{since ? sinceWords[how] : "Everything it changes"}</Badge>
      {how === "looked" && undecided ? <span className="text-ink-2">Still waiting for your decision. Your notes are kept.</span> : null}
      <Button size="sm" onClick={() => onEverything(since)}>
        {since ? "Show everything" : sinceWords[how]}
      </Button>
    </div>
  );
}
